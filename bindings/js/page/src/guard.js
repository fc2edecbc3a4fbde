/** Guard: a policy and a list of texts; for each text the decision, with its reasons. */
import { OneiriError } from './oneiri/error.js';
import { compile } from './oneiri/web/policy.js';
import { code, count, el, field, marked } from './dom.js';

const POLICY = `[[allow]]
scheme = "https"
host = "*.example.com"
`;
const TEXTS = [
  'https://www.example.com/a/../b', 'https://www.example.com\\@evil.example/', 'https://evil.example/', 'http://169.254.169.254/latest/',
];
/** Of more texts than this, the first are checked. */
const MOST = 200;

function shownReason(text, { code: name, message, start, end, parsers }) {
  return el('li', {},
    el('p', {}, el('span', { class: 'tag deny' }, name), ` ${message}`),
    el('p', {}, marked(text, [{ start, end, kind: 'bad' }])),
    parsers.length === 0 ? null : el('p', { class: 'note' }, parsers.map(({ parser, saw }) => `${parser}: ${saw}`).join('; ')));
}

function shownDecision(text, { allowed, canonical, reasons }) {
  return allowed
    ? el('li', {}, el('p', {}, el('span', { class: 'good' }, '✓ admitted '), code(text)), el('p', { class: 'note' }, 'Forward ', code(canonical)))
    : el('li', {}, el('p', {}, el('span', { class: 'bad' }, '✗ denied '), code(text)),
      el('ul', { class: 'plain' }, reasons.map((reason) => shownReason(text, reason))));
}

/** Fills the view with the lines that were entered, and returns what shows others. */
export function start(place, lines) {
  const policy = el('textarea', { id: 'guard-policy', rows: 4, spellcheck: false }, POLICY);
  const texts = el('textarea', { id: 'guard-texts', rows: 4, spellcheck: false }, (lines.length > 0 ? lines : TEXTS).join('\n'));
  const [status, answer] = [el('p', { role: 'status', class: 'verdict' }), el('ul', { class: 'plain' })];

  function show() {
    let compiled;
    try {
      compiled = compile(policy.value);
    } catch (error) {
      if (!(error instanceof OneiriError)) throw error;
      status.textContent = error.message;
      answer.replaceChildren();
      return;
    }
    const given = texts.value.split(/\r\n|\n|\r/).filter((line) => line !== '');
    const decisions = given.slice(0, MOST).map((line) => [line, compiled.check(line)]);
    const admitted = decisions.filter(([, { allowed }]) => allowed).length;
    status.textContent = `${admitted} of ${count(decisions.length, 'text')} ${admitted === 1 ? 'is' : 'are'} admitted.`
      + (given.length > MOST ? ` Only the first ${MOST} texts are checked.` : '');
    answer.replaceChildren(...decisions.map(([line, decision]) => shownDecision(line, decision)));
  }

  place.append(el('div', { class: 'row' }, field('Policy (TOML)', policy), field('Texts, one on each line', texts)), status, answer);
  place.addEventListener('input', show);
  show();
  return (others) => {
    texts.value = others.slice(0, MOST).join('\n');
    show();
  };
}

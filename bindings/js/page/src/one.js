/** One identifier: its parts, what other parsers read, its normal forms, and what is unwise about it. */
import { OneiriError, fix, lenient, lint, normalize, parse, valid } from './oneiri/web/index.js';
import { RUNGS } from './oneiri/operations.js';
import { readAll } from './oneiri/web/parsers.js';
import { code, count, el, marked, section, table } from './dom.js';

/** Of more findings than this, the first are shown. */
const MOST = 50;
/** The programs whose readings are shown, by the names of their parsers. The browser reads for itself. */
const PROGRAMS = {
  java: 'Java', python: 'Python', go: 'Go', php: 'PHP', curl: 'curl', 'node-legacy': 'url.parse of Node', regex: 'The regular expression of RFC 3986',
};
/** A longer text does not fit into a link. */
const LONGEST_LINK = 4000;
const GRAMMARS = { uri: 'URI', 'uri-reference': 'URI reference', iri: 'IRI', 'iri-reference': 'IRI reference' };

/** The components that are present, with the delimiters between them, in the order of the text. */
export function partsOf(it) {
  const parts = [];
  let at = 0;
  const push = (name, text) => {
    parts.push({ name, text, start: at, end: at + text.length });
    at += text.length;
  };
  if (it.scheme !== null) push('scheme', it.scheme), push('delimiter', ':');
  if (it.host !== null) {
    push('delimiter', '//');
    if (it.userinfo !== null) push('userinfo', it.userinfo), push('delimiter', '@');
    push('host', it.host);
    if (it.port !== null) push('delimiter', ':'), push('port', it.port);
  }
  push('path', it.path);
  if (it.query !== null) push('delimiter', '?'), push('query', it.query);
  if (it.fragment !== null) push('delimiter', '#'), push('fragment', it.fragment);
  return parts;
}

function decoded(text) {
  try {
    const plain = decodeURIComponent(text);
    return plain === text ? null : el('p', { class: 'note' }, 'decoded: ', code(plain));
  } catch {
    return el('p', { class: 'note' }, 'its escapes are not UTF-8');
  }
}

function shownParts(it) {
  const parts = partsOf(it);
  const named = parts.filter(({ name }) => name !== 'delimiter');
  return section('parts', 'Parts',
    el('p', { class: 'whole' }, parts.filter(({ text }) => text !== '')
      .map(({ name, text }) => el('span', { class: name === 'delimiter' ? name : `part ${name}` }, text))),
    table('The components, in the order of the text', ['Component', 'Text', 'Place'], named.map(({ name, text, start, end }) => [
      el('span', { class: `key ${name}` }, name),
      [text === '' ? el('span', { class: 'note' }, 'empty') : code(text), decoded(text)].filter(Boolean),
      el('span', { class: 'note place' }, `${start}–${end}`),
    ])));
}

const capital = (sentence) => sentence[0].toUpperCase() + sentence.slice(1);

function shownFault(text, error, use) {
  let meant = null;
  try {
    meant = lenient(text);
  } catch { /* Nothing can be made of it. */ }
  return section('parts', 'Where it is invalid',
    el('p', { class: 'callout' }, capital(error.message)),
    el('p', { class: 'whole' }, marked(text, [{ start: error.start, end: error.end, kind: 'bad' }])),
    meant === null || meant === text ? null : el('div', {},
      el('p', {}, 'Characters that are not allowed can be written as escapes: ', code(meant)),
      el('button', { type: 'button', onclick: () => use(meant, 'Escaped.') }, 'Use this')));
}

/** What a reading says: the host it has, and a sentence. */
function verdicts(text) {
  const rows = ['uri', 'iri'].map((grammar) => [grammar, GRAMMARS[grammar]]).map(([grammar, name]) => {
    try {
      return { name: `oneiri, as ${name}`, host: parse(text, grammar).host, says: 'valid', good: true };
    } catch (error) {
      if (!(error instanceof OneiriError)) throw error;
      // The place is enough: the whole sentence stands above, for the grammar that was chosen.
      return { name: `oneiri, as ${name}`, says: ` at index ${error.start}, in the ${error.component}`, good: false };
    }
  });
  try {
    const { href, host } = new URL(text);
    rows.push({ name: 'URL of this browser', host, says: ['valid, and becomes ', code(href)], good: true });
  } catch (error) {
    // A reference is valid, and a URL only with a base.
    const isReference = valid(text);
    rows.push({ name: 'URL of this browser', says: isReference ? `no URL by itself: ${error.message}` : `: ${error.message}`, good: isReference ? null : false });
  }
  for (const { parser, refusal, host } of readAll(text).filter(({ parser }) => parser in PROGRAMS)) {
    const splits = parser === 'regex';
    const says = refusal ? ` at index ${refusal.start}: ${refusal.reason}` : splits ? 'splits any text, and checks nothing' : 'takes it';
    rows.push({ name: PROGRAMS[parser], host, says, good: splits ? null : refusal === null });
  }
  return rows;
}

/** A host in the letters that names compare in; a port is no part of it. */
const plainHost = (host) => host?.toLowerCase().replace(/(?<!^\[[^\]]*):\d*$/, '').replace(/\.$/, '') ?? '';

function shownVerdicts(text, grammar) {
  const rows = verdicts(text);
  const ours = rows.find(({ name, good }) => name.startsWith('oneiri') && good);
  const browser = rows.find(({ name }) => name.startsWith('URL'));
  const refused = !ours && browser.good;
  const moved = ours && browser.good && plainHost(ours.host) !== plainHost(browser.host);
  const warning = moved
    ? ['Two hosts: by RFC 3986 it is ', code(ours.host ?? 'none'), ', and this browser goes to ', code(browser.host || 'none'), '.']
    : refused && browser.host ? ['By RFC 3986 this is invalid, and yet this browser goes to ', code(browser.host), '.'] : null;
  const hosts = new Set(rows.filter(({ good, host }) => good && host).map(({ host }) => plainHost(host)));
  const apart = hosts.size > 1 ? [`They find ${hosts.size} hosts: `, ...[...hosts].flatMap((host, nth) => (nth === 0 ? [code(host)] : [', ', code(host)])), '.'] : null;
  const said = warning ?? apart;
  const address = `#${new URLSearchParams({ text, grammar })}`;
  return section('parsers', 'What a browser, Java, Python, Go, PHP and curl read',
    said && el('p', { class: 'callout' }, said),
    table('Whether each of them takes the text, and the host that it finds', ['Parser', 'Host', 'Verdict'],
      rows.map(({ name, host, says, good }) => [
        name,
        host ? code(host) : el('span', { class: 'note' }, 'no host'),
        [good === null ? '' : el('span', { class: good ? 'good' : 'bad' }, good ? '✓ ' : '✗ rejected'), says].flat(),
      ])),
    address.length > LONGEST_LINK ? null : el('p', {}, el('a', { href: address }, 'A link to this table'), ', which holds the text'));
}

function shownForms(text, grammar) {
  let before = text;
  const rows = RUNGS.map((rung) => {
    const form = normalize(text, rung, grammar);
    const same = form === before;
    before = form;
    return [rung, same ? el('span', { class: 'note' }, rung === 'string' ? 'as it is given' : 'as above') : code(form)];
  });
  return section('forms', 'Normal forms',
    el('p', {}, 'Each rung ignores more differences. Two identifiers are equal at a rung if their normal forms there are the same text.'),
    table('The normal form at each rung', ['Rung', 'Normal form'], rows));
}

function shownLints(text, grammar, use) {
  const findings = lint(text, 'strict', grammar);
  const fixable = findings.filter((finding) => finding.fix !== null);
  const items = findings.slice(0, MOST).map((finding) => {
    const { id, code: name, level, start, end, message, fix: change } = finding;
    const apply = () => use(text.slice(0, change.start) + change.text + text.slice(change.end), `Fixed: ${name}.`);
    return el('li', {},
      el('p', {}, el('span', { class: `tag ${level}` }, level === 'deny' ? `${id} error` : `${id} warning`), ' ', el('strong', {}, name)),
      el('p', {}, message),
      el('p', {}, marked(text, [{ start, end }])),
      change && el('p', { class: 'note' }, 'Fix: replace ', code(text.slice(change.start, change.end) || 'nothing'), ' with ', code(change.text || 'nothing')),
      change && el('button', { type: 'button', onclick: apply, 'aria-label': `Apply the fix of ${name}` }, 'Apply'));
  });
  return section('lints', 'Findings',
    findings.length === 0
      ? el('p', {}, el('span', { class: 'good' }, '✓ '), 'Nothing is unwise about it. (Findings that need Unicode tables are not looked for here.)')
      : el('p', {}, `${count(findings.length, 'finding')}, ${fixable.length === 0 ? 'none with a fix' : `${fixable.length} with a fix`}.`),
    fixable.length > 1 ? el('p', {}, el('button', {
      type: 'button', class: 'main', onclick: () => use(fix(text, 'strict', grammar), 'All fixes are applied.'),
    }, 'Apply all fixes')) : null,
    items.length > 0 ? el('ul', { class: 'plain' }, items) : null,
    findings.length > MOST ? el('p', { class: 'note' }, `and ${count(findings.length - MOST, 'more finding')}`) : null);
}

/** Shows one text. `use(text, said)` puts another into its place. Returns what to announce. */
export function showOne(place, text, grammar, use) {
  try {
    const it = parse(text, grammar);
    place.replaceChildren(shownVerdicts(text, grammar), shownParts(it), shownLints(text, grammar, use), shownForms(text, grammar));
    const findings = lint(text, 'strict', grammar).length;
    return `Valid ${GRAMMARS[grammar]}. ${findings === 0 ? 'No findings' : count(findings, 'finding')}.`;
  } catch (error) {
    if (!(error instanceof OneiriError)) throw error;
    place.replaceChildren(shownVerdicts(text, grammar), shownFault(text, error, use));
    return capital(error.message);
  }
}

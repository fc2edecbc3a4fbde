/** What a browser reads: the URL of a text by the URL Standard, and the validation errors where they stand. */
import { URL as StandardURL, validate } from './oneiri/web/whatwg.js';
import { code, count, el, field, marked, table } from './dom.js';

const EXAMPLE = 'https:\\\\user@EXAMPLE.com:443\\a b/..%2E/?q=é#%';
const PARTS = ['origin', 'protocol', 'username', 'password', 'host', 'port', 'pathname', 'search', 'hash'];

function parts(text, base) {
  const url = new StandardURL(text, base);
  return table('The attributes of the URL', ['Attribute', 'Text'],
    PARTS.map((name) => [name, url[name] === '' ? el('span', { class: 'note' }, 'empty') : code(url[name])]));
}

/** Fills the view with the first of the lines that were entered, and returns what shows others. */
export function start(place, [first]) {
  const text = el('input', { id: 'browser-text', value: first || EXAMPLE, spellcheck: false });
  const base = el('input', { id: 'browser-base', placeholder: 'none', spellcheck: false });
  const [status, answer] = [el('p', { role: 'status', class: 'verdict' }), el('div')];

  function show() {
    const given = base.value === '' ? undefined : base.value;
    if (given !== undefined && !StandardURL.canParse(given)) {
      status.textContent = 'The base is no URL.';
      answer.replaceChildren();
      return;
    }
    const { href, errors } = validate(text.value, given);
    status.textContent = href === null ? 'A browser rejects the text.'
      : errors.length === 0 ? 'A browser reads the text without a validation error.'
        : `A browser reads the text, with ${count(errors.length, 'validation error')}.`;
    answer.replaceChildren(...[
      href === null ? null : el('p', {}, 'It is ', code(href)),
      el('p', { class: 'whole' }, marked(text.value, errors.map(({ start: from, end }, nth) => ({ start: from, end, label: String(nth + 1), kind: 'bad' })))),
      errors.length === 0 ? null : el('ol', { class: 'plain' }, errors.map(({ name, message }, nth) => el('li', {},
        el('span', { class: 'tag' }, `${nth + 1} · ${name}`), ` ${message}`))),
      href === null ? null : parts(text.value, given),
    ].filter(Boolean));
  }

  place.append(el('div', { class: 'row' }, field('Text', text), field('Base', base)), status, answer);
  place.addEventListener('input', show);
  show();
  return ([other]) => {
    text.value = other ?? '';
    show();
  };
}

/** A URI Template: expanded with values, and matched with a text. */
import { OneiriError } from './oneiri/error.js';
import { Template } from './oneiri/web/template.js';
import { code, el, field, marked, table } from './dom.js';

/** What `work` returns, or the elements that say why it fails. */
function attempt(work) {
  try {
    return work();
  } catch (error) {
    if (error instanceof SyntaxError) return [el('p', { class: 'callout' }, `The values are not JSON: ${error.message}`)];
    if (!(error instanceof OneiriError || error instanceof TypeError)) throw error;
    const { text, start, end } = error;
    return [
      el('p', { class: 'callout' }, error.message),
      text === undefined ? null : el('p', {}, marked(text, [{ start, end, kind: 'bad' }])),
    ].filter(Boolean);
  }
}

function shownMatch({ values, hazards }) {
  const rows = Object.entries(values).map(([name, value]) => [
    code(name), code(typeof value === 'string' ? value : JSON.stringify(value)), hazards[name]?.join(', ') ?? '',
  ]);
  return rows.length === 0 ? [el('p', {}, 'It matches, without a value.')]
    : [table('The values that expand to the text', ['Variable', 'Value', 'Unfit for a path of a file'], rows)];
}

/** Fills the view. */
export function start(place) {
  const template = el('input', { id: 'template-text', value: '/users/{id}{?fields*}', spellcheck: false });
  const values = el('textarea', { id: 'template-values', rows: 3, spellcheck: false }, '{ "id": "ada", "fields": { "name": "1", "born": "1815" } }');
  const text = el('input', { id: 'template-match', value: '/users/grace%2Fh?born=1906', spellcheck: false });
  const [expanded, matched] = ['expanded', 'matched'].map((id) => el('div', { id, role: 'status' }));

  function show() {
    const compiled = attempt(() => new Template(template.value));
    if (Array.isArray(compiled)) {
      expanded.replaceChildren(...compiled);
      matched.replaceChildren();
      return;
    }
    expanded.replaceChildren(...attempt(() => {
      const given = JSON.parse(values.value);
      if (given === null || typeof given !== 'object') throw new TypeError('The values are not an object.');
      return [el('p', {}, 'It expands to ', code(compiled.expand(given)))];
    }));
    matched.replaceChildren(...attempt(() => {
      const found = compiled.match(text.value);
      return found === null ? [el('p', {}, 'No values expand to the text.')] : shownMatch(found);
    }));
  }

  place.append(
    el('div', { class: 'row' }, field('Template', template)),
    el('div', { class: 'row' }, field('Values (JSON)', values)), expanded,
    el('div', { class: 'row' }, field('Text to match', text)), matched);
  place.addEventListener('input', show);
  show();
  // A template is no identifier, so it stays when one is entered.
  return () => {};
}

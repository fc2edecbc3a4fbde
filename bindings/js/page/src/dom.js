/** Elements, and the pieces of text that several views show. */

/** An element: its properties, and its children, which are elements or texts. `class` and `data-…` are attributes. */
export function el(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (key in element && !key.includes('-')) element[key] = value;
    else element.setAttribute(key === 'class' ? 'class' : key, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export const byId = (id) => document.getElementById(id);

export const code = (text) => el('code', {}, text);

/** A section with a heading. */
export function section(id, title, ...children) {
  const heading = el('h2', { id: `${id}-title`, tabIndex: -1 }, title);
  return el('section', { id, 'aria-labelledby': heading.id }, heading, ...children);
}

/** A table: a caption, the heads of the columns, and rows whose first cell is the head of the row. */
export function table(caption, heads, rows, name = 'stack') {
  return el('table', { class: name },
    el('caption', {}, caption),
    el('thead', {}, el('tr', {}, heads.map((head) => el('th', { scope: 'col' }, head)))),
    el('tbody', {}, rows.map(([first, ...cells]) => el('tr', {},
      el('th', { scope: 'row' }, first),
      cells.map((cell) => el('td', {}, cell))))));
}

/** A control with its label. */
export const field = (label, control) => el('div', { class: 'field long' }, el('label', { htmlFor: control.id }, label), control);

/** `1 line`, `2 lines`. */
export const count = (number, one, more = `${one}s`) => `${number.toLocaleString('en')} ${number === 1 ? one : more}`;

/** What is shown before the first mark and after the last one of a text that is long. */
const AROUND = 150;

/**
 * A text with marks: each has a range, a label, and perhaps a class. Ranges that overlap are cut. Of a long text only the
 * neighbourhood of the marks is shown.
 */
export function marked(text, marks) {
  const pieces = [];
  const from = Math.min(...marks.map(({ start }) => start)) - AROUND;
  const to = Math.max(...marks.map(({ end }) => end)) + AROUND;
  const some = marks.length > 0;
  let at = some && from > AROUND ? from : 0;
  const last = some && to < text.length - AROUND ? to : text.length;
  if (at > 0) pieces.push('…');
  for (const { start, end, label, kind } of [...marks].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const first = Math.max(start, at);
    if (end < first) continue;
    pieces.push(text.slice(at, first));
    // A mark of something that is missing has no characters of its own.
    const missing = first === end ? '\u2038' : '';
    pieces.push(el('mark', { class: kind }, text.slice(first, end) + missing, label ? el('sup', {}, label) : null));
    at = Math.max(at, end);
  }
  pieces.push(text.slice(at, last), last < text.length ? '…' : '');
  return code(pieces.filter((piece) => piece !== ''));
}

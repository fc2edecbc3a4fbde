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

/** `1 line`, `2 lines`. */
export const count = (number, one, more = `${one}s`) => `${number.toLocaleString('en')} ${number === 1 ? one : more}`;

/** A text with marks: each has a range, a label, and perhaps a class. Ranges that overlap are cut. */
export function marked(text, marks) {
  const pieces = [];
  let at = 0;
  for (const { start, end, label, kind } of [...marks].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const from = Math.max(start, at);
    if (end < from) continue;
    pieces.push(text.slice(at, from));
    // A mark of something that is missing has no characters of its own.
    const missing = from === end ? '\u2038' : '';
    pieces.push(el('mark', { class: kind }, text.slice(from, end) + missing, label ? el('sup', {}, label) : null));
    at = Math.max(at, end);
  }
  pieces.push(text.slice(at));
  return code(pieces.filter((piece) => piece !== ''));
}

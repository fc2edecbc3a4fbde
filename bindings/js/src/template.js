/**
 * URI Templates. `crates/oneiri-wasm/src/subpath/template.rs` is the other side: the numbers of operations, the order of `HAZARDS`,
 * what `add` writes and what `found` reads change there, too. `tests/subpaths.test.js` runs both.
 */
import { TEXT, isWellFormed, limits, textOf } from './answer.js';
import { list, open } from './subpath.js';

const { ask, init, Kept } = open('template.wasm', () => new URL('./template.wasm', import.meta.url));
const [COMPILE, EXPAND, MATCH, ROUTER, RANKED, FIND, MATCH_LENIENT] = [0, 1, 2, 3, 4, 5, 6];

export { init, limits };

const HAZARDS = ['slash', 'dot-segment', 'nul'];

const absent = (value) => value === null || value === undefined;

/** A text, or a number or truth value as a text. */
function member(value) {
  if (typeof value === 'object' || typeof value === 'function' || typeof value === 'symbol') {
    throw new TypeError('oneiri: a value is a text, a list of texts, or texts by name');
  }
  return String(value);
}

/** Whether an object is texts by name, and no date or other value that has no text of its own. */
const isPlain = (value) => [null, Object.prototype].includes(Object.getPrototypeOf(value));

/** Adds the texts that stand for the value of a variable: its name, its kind with a number, and its members. */
function add(texts, name, value) {
  if (absent(value) || name === '') return;
  if (value[TEXT] !== undefined || value instanceof URL) {
    texts.push(name, 't1', textOf(value));
    return;
  }
  if (typeof value !== 'object') {
    texts.push(name, 't1', member(value));
    return;
  }
  const isList = Array.isArray(value) && !value.some(Array.isArray);
  const members = [];
  if (isList) {
    for (const item of value) if (!absent(item)) members.push(member(item));
  } else {
    if (!(value instanceof Map || Array.isArray(value) || isPlain(value))) member(value);
    const pairs = value instanceof Map || Array.isArray(value) ? value : Object.entries(value);
    for (const [key, item] of pairs) if (!absent(item)) members.push(member(key), member(item));
  }
  texts.push(name, `${isList ? 'l' : 'm'}${members.length}`, ...members);
}

/** The values, hazards and unknown pairs that an answer has next. */
function found(answer) {
  const [values, hazards] = [{ __proto__: null }, { __proto__: null }];
  list(answer, () => {
    const name = answer.text();
    const dangers = HAZARDS.filter(() => answer.number() === 1);
    const kind = answer.number();
    const members = list(answer, answer.text);
    values[name] = kind === 0 ? members[0] : kind === 1 ? members
      : members.flatMap((key, nth) => (nth % 2 === 0 ? [[key, members[nth + 1]]] : []));
    if (dangers.length > 0) hazards[name] = dangers;
  });
  return { values, hazards, unknown: list(answer, answer.text) };
}

export class Template extends Kept {
  constructor(given) {
    const text = textOf(given);
    const answer = ask(COMPILE, [text]);
    super(answer.number());
    this.text = text;
    this.variables = Object.freeze(list(answer, answer.text));
    Object.freeze(this);
  }

  expand(values) {
    const texts = [];
    if (values instanceof Map) for (const [name, value] of values) add(texts, name, value);
    else for (const name of Object.keys(values)) add(texts, name, values[name]);
    try {
      return Kept.ask(this, EXPAND, texts).text();
    } catch (error) {
      // The text with the fault is the template.
      throw error.kind === 'prefix' ? Object.assign(error, { text: this.text, found: null }) : error;
    }
  }

  match(given, { lenientQuery = false } = {}) {
    const text = textOf(given);
    // No value has half of a surrogate pair, so the template stands for no such text.
    if (!isWellFormed(text)) return null;
    try {
      const answer = Kept.ask(this, lenientQuery ? MATCH_LENIENT : MATCH, [text]);
      return answer.number() === 1 ? found(answer) : null;
    } catch (error) {
      throw error.name === 'OneiriError' ? Object.assign(error, { text: this.text, found: null }) : error;
    }
  }

  toString() {
    return this.text;
  }
}

export class Router extends Kept {
  constructor(templates, { ranked = false, lenientQuery = false } = {}) {
    if (typeof templates === 'string') throw new TypeError('oneiri: an array of templates is needed, not one string');
    const texts = [...templates].map((template) => (template instanceof Template ? template.text : textOf(template)));
    super(ask(ranked ? RANKED : ROUTER, texts, Number(lenientQuery)).number());
    this.templates = Object.freeze(texts);
    this.ranked = ranked;
    this.lenientQuery = lenientQuery;
    Object.freeze(this);
  }

  find(given) {
    const text = textOf(given);
    if (!isWellFormed(text)) return null;
    const answer = Kept.ask(this, FIND, [text]);
    return answer.number() === 1 ? { index: answer.number(), ...found(answer) } : null;
  }
}

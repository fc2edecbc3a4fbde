/**
 * What `engine.js` and `subpath.js` have in common, which call the two kinds of modules: texts that UTF-8 can hold, and answers
 * with parts. `reader` takes apart what `Answer` in `crates/oneiri-wasm/src/answer.rs` writes. Copies of this package find each
 * other's texts by the symbol of `TEXT`, so it stays. The README and `docs/guide/javascript.md` repeat the number of `maxLength`.
 */
import { OneiriError } from './error.js';

/** The property under which the classes of this package have their text, also those of another copy of the package. */
export const TEXT = Symbol.for('oneiri.text');

/** The text of an argument: a string, an `Identifier`, or a `URL`, of the platform or of this package. */
export function textOf(value) {
  if (typeof value === 'string') return value;
  const text = value?.[TEXT] ?? (value instanceof URL ? value.href : undefined);
  if (typeof text === 'string') return text;
  throw new TypeError(`oneiri: a string is needed, not ${value === null ? 'null' : typeof value}`);
}

let maxLength = 1 << 24;

/** What a text may cost. The memory of a module grows with the longest text and never shrinks. */
export const limits = {
  /** The most UTF-16 code units that a text may have, and the most that a line of a batch may have beyond a million. */
  get maxLength() {
    return maxLength;
  },
  set maxLength(length) {
    if (typeof length !== 'number' || !(length >= 0)) throw new RangeError('oneiri: maxLength is a number that is not negative');
    maxLength = length;
  },
};

export function checkLength(length) {
  if (length > maxLength) throw new RangeError(`oneiri: the text has ${length} code units, and limits.maxLength is ${maxLength}`);
}

const SURROGATE = /\p{Surrogate}/u;

/** Whether a text is UTF-16. Half of a surrogate pair is no character, and UTF-8 cannot hold it. */
export const isWellFormed = ''.isWellFormed ? (text) => text.isWellFormed() : (text) => !SURROGATE.test(text);

/** The error of a text that is not UTF-16. */
export function surrogateError(text) {
  const index = text.search(SURROGATE);
  const code = text.charCodeAt(index).toString(16).toUpperCase();
  const message = `invalid text: index ${index}: expected a character, found half of a surrogate pair, U+${code}`;
  return new OneiriError(message, {
    text, start: index, end: index + 1, kind: 'surrogate', component: 'text', found: text[index],
  });
}

/** Decodes what a module wrote. A decoder would take a U+FEFF away from the beginning, and there it is a character like others. */
export const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Reads an answer: its numbers, and its texts in their order. */
export function reader(all, numbers) {
  let next = 0;
  let end = 0;
  return {
    number: () => numbers[next++],
    text() {
      const from = end;
      end = numbers[next++];
      return all.slice(from, end);
    },
  };
}

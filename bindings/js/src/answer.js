/** What both kinds of modules have: texts that UTF-8 can hold, and answers with parts. */
import { OneiriError } from './error.js';

/** The error for a value that has to be a text. */
export const notString = (value) => new TypeError(`oneiri: a string is needed, not ${value === null ? 'null' : typeof value}`);

/** Half a surrogate pair is no character, and UTF-8 cannot hold it. */
export function checkSurrogates(text) {
  const index = text.search(/\p{Surrogate}/u);
  if (index < 0) return;
  const code = text.charCodeAt(index).toString(16).toUpperCase();
  const message = `invalid text: index ${index}: expected a character, found half of a surrogate pair, U+${code}`;
  throw new OneiriError(message, {
    text, start: index, end: index + 1, kind: 'surrogate', component: 'text', found: text[index],
  });
}

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

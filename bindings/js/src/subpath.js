/** The module of a subpath: how texts get in and out. `crates/oneiri-wasm/src/subpath` has the other side. */
import { checkSurrogates, notString, reader } from './answer.js';
import { OneiriError } from './error.js';

const [DONE, INVALID] = [0, 1];
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A list of `count` things that `read` reads from an answer. */
export const list = (answer, read) => Array.from({ length: answer.number() }, () => read());

/** The texts of a call whose last one is a base, which may be absent. */
export const withBase = (texts, base) => (base === null || base === undefined ? texts : [...texts, base]);

/** A range that an answer has next. */
export const range = (answer) => ({ start: answer.number(), end: answer.number() });

/** The calls of a module. */
export function open({ memory, room, result, call, free }) {
  // A value that nobody holds any more is dropped in the module.
  const registry = new FinalizationRegistry((number) => free(number));
  return {
    /** The answer of an operation on texts. */
    ask(operation, texts, value = 0) {
      const pieces = texts.map((text) => {
        if (typeof text !== 'string') throw notString(text);
        const bytes = encoder.encode(text);
        if (bytes.length !== text.length) checkSurrogates(text);
        return bytes;
      });
      const lengths = encoder.encode(pieces.map(({ length }) => length).join());
      const first = pieces.reduce((sum, { length }) => sum + length, 0);
      const start = room(first + lengths.length) >>> 0;
      if (start === 0) throw new RangeError('oneiri: the text is too long');
      const input = new Uint8Array(memory.buffer, start, first + lengths.length);
      let at = 0;
      for (const bytes of [...pieces, lengths]) {
        input.set(bytes, at);
        at += bytes.length;
      }
      const status = call(operation, value, first, lengths.length);
      const [address, length, , numbers, count] = new Uint32Array(memory.buffer, result() >>> 0, 5);
      if (status !== DONE && status !== INVALID) throw new TypeError(`oneiri: no such name: ${texts[0]}`);
      const all = decoder.decode(new Uint8Array(memory.buffer, address, length));
      const answer = reader(all, new Uint32Array(memory.buffer, numbers, count).slice());
      if (status === DONE) return answer;
      const text = texts[answer.number()];
      const { start: from, end } = range(answer);
      const fault = { text, start: from, end, kind: answer.text(), component: 'text', found: text.slice(from, end) || null };
      throw new OneiriError(answer.text(), fault);
    },
    /** Ties a value of the module to an object. */
    tie(object, value) {
      registry.register(object, value);
      return value;
    },
  };
}

/**
 * The module of a subpath: how texts get in and out. `boundary.rs` in `crates/oneiri-wasm/src/subpath` has the other side, with the
 * same statuses and the same five words of a result, and `mod.rs` there writes the fault that `ask` reads.
 */
import { checkLength, decoder, isWellFormed, reader, surrogateError, textOf } from './answer.js';
import { OneiriError } from './error.js';
import { loader } from './load.js';

const [DONE, INVALID] = [0, 1];
const encoder = new TextEncoder();
const latin1 = globalThis.Buffer?.prototype.latin1Slice;

/** A list of `count` things that `read` reads from an answer. */
export const list = (answer, read) => Array.from({ length: answer.number() }, () => read());

/** The texts of a call whose last one is a base, which may be absent. */
export const withBase = (texts, base) => (base === null || base === undefined ? texts : [...texts, base]);

/** A range that an answer has next. */
export const range = (answer) => ({ start: answer.number(), end: answer.number() });

/** The calls of the module in a file. `address` makes the address of the file. */
export function open(name, address) {
  let wasm = null;
  let capacity = -1;
  /** The address of the texts; their bytes; the whole memory; the last result. */
  let at, input, whole, words;
  const { start, init, trim } = loader(name, address, (exports) => {
    wasm = exports;
    capacity = -1;
  });

  /** Makes room for so many bytes, and the views, which are detached whenever the memory grows. */
  function reserve(bytes) {
    if (wasm === null) start();
    if (bytes > capacity) {
      capacity = Math.max(bytes, 4096);
      at = wasm.room(capacity) >>> 0;
      if (at === 0) {
        capacity = -1;
        throw new RangeError('oneiri: the text is too long');
      }
    } else if (input.length > 0) {
      return;
    }
    refresh();
  }

  function refresh() {
    const { buffer } = wasm.memory;
    input = new Uint8Array(buffer, at, capacity);
    words = new Uint32Array(buffer, wasm.result() >>> 0, 5);
    whole = latin1 ? Buffer.from(buffer) : new Uint8Array(buffer);
  }

  /** Writes texts, and after them their lengths. Returns the number of bytes of both. */
  function write(texts) {
    let [all, lengths] = ['', ''];
    for (const text of texts) {
      checkLength(text.length);
      all += text;
      lengths += lengths === '' ? text.length : `,${text.length}`;
    }
    reserve(all.length * 3 + lengths.length + texts.length);
    if (encoder.encodeInto(all + lengths, input).written === all.length + lengths.length) return [all.length, lengths.length];
    let first = 0;
    const sizes = texts.map((text) => {
      if (!isWellFormed(text)) throw surrogateError(text);
      const { written } = encoder.encodeInto(text, input.subarray(first));
      first += written;
      return written;
    });
    return [first, encoder.encodeInto(sizes.join(), input.subarray(first)).written];
  }

  /** The answer of an operation on texts. It has to be read before the next call. */
  function ask(operation, given, value = 0) {
    const texts = given.map(textOf);
    const [first, second] = write(texts);
    const status = wasm.call(operation, value, first, second);
    if (words.length === 0) refresh();
    if (status !== DONE && status !== INVALID) throw new TypeError(`oneiri: no such name: ${texts[0]}`);
    const [place, length, ascii, numbers, count] = words;
    const all = ascii === 1 && latin1 ? latin1.call(whole, place, place + length) : decoder.decode(whole.subarray(place, place + length));
    const answer = reader(all, new Uint32Array(wasm.memory.buffer, numbers, count));
    if (status === DONE) return answer;
    const text = texts[answer.number()];
    const { start: from, end } = range(answer);
    const fault = { text, start: from, end, kind: answer.text(), component: 'text', found: text.slice(from, end) || null };
    throw new OneiriError(answer.text(), fault);
  }

  // A value that nobody holds any more is dropped in the module.
  const registry = new FinalizationRegistry((number) => wasm.free(number));

  /** An object for a value that the module keeps. */
  class Kept {
    #number;

    constructor(number) {
      this.#number = number;
      registry.register(this, number, this);
    }

    /** The answer of an operation on this value and texts. */
    static ask(kept, operation, texts) {
      if (kept.#number === null) throw new TypeError(`oneiri: this ${kept.constructor.name} has been disposed of`);
      return ask(operation, texts, kept.#number);
    }

    dispose() {
      if (this.#number === null) return;
      registry.unregister(this);
      wasm.free(this.#number);
      this.#number = null;
    }

    [Symbol.dispose ?? Symbol.for('dispose')]() {
      this.dispose();
    }
  }

  return { ask, init, trim, Kept };
}

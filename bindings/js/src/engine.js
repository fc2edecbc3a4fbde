/** The WebAssembly module: its memory, and how texts get in and out. `crates/oneiri-wasm` has the other side. */
import { checkSurrogates, notString, reader } from './answer.js';
import { OneiriError } from './error.js';
import { GRAMMARS, OPERATIONS } from './operations.js';
import { load } from '#wasm';

// The numbers of rungs and profiles, by name.
export const RUNGS = ['string', 'case', 'escape', 'path', 'scheme'];
const RUNG_NUMBERS = { __proto__: null, string: 0, case: 1, escape: 2, path: 3, scheme: 4 };
const PROFILES = { __proto__: null, rdf: 0, web: 1, strict: 2 };
const [SAME, TEXT, PARTS, INVALID, MISUSE] = [0, 1, 2, 3, 4];

const NONE = 0xffffffff;
/** Texts up to this length are written by a loop, which is faster than a call of the encoder. */
const SHORT = 16;

const wasm = await load(new URL('./oneiri.wasm', import.meta.url));
const { memory, room, result, parse: parseText, apply: applyTo, check_lines, normalize_lines } = wasm;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
// Node's own buffers make a string from ASCII several times faster than a decoder.
const latin1 = globalThis.Buffer?.prototype.latin1Slice;

let capacity = 0;
/** The bytes of the module's memory from the place of the texts on, and the last result. */
let input, start, words, spans, whole;

/** Makes room for so many bytes. */
function reserve(bytes) {
  start = room(bytes) >>> 0;
  if (start === 0) throw new RangeError('oneiri: the text is too long');
  capacity = bytes;
  refresh();
}

/** The views, which are detached whenever the memory grows. */
function refresh() {
  input = new Uint8Array(memory.buffer, start, capacity);
  words = new Uint32Array(memory.buffer, result() >>> 0, 6);
  // The same as signed numbers: an engine stores small integers without allocating, and -1 is one.
  spans = new Int32Array(memory.buffer, words.byteOffset, 6);
  whole = latin1 ? Buffer.from(memory.buffer) : new Uint8Array(memory.buffer);
}

reserve(4096);

/** The number that a table has for a name. */
function numberOf(table, what, name) {
  const number = table[name];
  if (number === undefined) {
    throw new TypeError(`oneiri: ${what} is one of ${Object.keys(table).join(', ')}, not ${String(name)}`);
  }
  return number;
}

export const grammarOf = (name) => (name === 'iri-reference' ? 3 : numberOf(GRAMMARS, 'the grammar', name));
export const rungOf = (name) => numberOf(RUNG_NUMBERS, 'the rung', name);
export const profileOf = (name) => numberOf(PROFILES, 'the profile', name);

/** Writes a text in UTF-8 at an offset of the room, and returns the number of bytes. */
function write(text, at) {
  if (typeof text !== 'string') throw notString(text);
  const { length } = text;
  if (at + length * 3 > capacity) grow(at, length * 3);
  if (input.length === 0) refresh();
  if (length <= SHORT) {
    let next = at;
    for (let index = 0; index < length; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit > 0x7f) return encode(text, at);
      input[next] = unit;
      next += 1;
    }
    return length;
  }
  return encode(text, at);
}

function encode(text, at) {
  const { written } = encoder.encodeInto(text, at === 0 ? input : input.subarray(at));
  if (written !== text.length) checkSurrogates(text);
  return written;
}

/** Makes room for more behind a text that has been written. */
function grow(kept, more) {
  const before = input.slice(0, kept);
  reserve(Math.max(kept + more, 2 * capacity));
  input.set(before);
}

/** The text of the result. */
function decode() {
  if (whole.length === 0) refresh();
  const [address, length, ascii] = words;
  if (ascii === 1 && latin1) return latin1.call(whole, address, address + length);
  return decoder.decode(whole.subarray(address, address + length));
}

/** The answer with parts. */
const answer = () => reader(decode(), new Uint32Array(memory.buffer, words[3], words[4]).slice());

/** The error that the module reports about one of these texts. */
function fault(texts) {
  const { number, text: next } = answer();
  const text = texts[number()] ?? '';
  const [from, to] = [number(), number()];
  const kind = next();
  const component = next();
  const code = number();
  const found = code === NONE ? null : String.fromCodePoint(code);
  return new OneiriError(next(), { text, start: from, end: to, kind, component, found });
}

function unexpected(status) {
  return new Error(`oneiri: the module answered ${status}; please report this`);
}

/** Parses a text. The six offsets are in the array that is returned, until the next call; -1 stands for "none". */
export function offsets(text, grammar) {
  const status = parseText(grammar, write(text, 0));
  if (status === SAME) return spans.length === 0 ? (refresh(), spans) : spans;
  throw status === INVALID ? fault([text]) : unexpected(status);
}

/** Whether a text is valid. A text that is not well-formed UTF-16 is not. */
export function isValid(text, grammar) {
  try {
    offsets(text, grammar);
    return true;
  } catch (error) {
    if (error instanceof OneiriError) return false;
    throw error;
  }
}

/** Applies an operation whose result is a text. */
export function applied(operation, grammar, option, first, second = '') {
  const status = call(operation, grammar, option, first, second);
  if (status === SAME) return first;
  if (status === TEXT) return decode();
  throw unexpected(status);
}

/** Applies an operation whose result has parts. */
export function answered(operation, grammar, option, first, second = '') {
  const status = call(operation, grammar, option, first, second);
  if (status === PARTS) return answer();
  throw unexpected(status);
}

function call(operation, grammar, option, first, second) {
  const length = write(first, 0);
  const more = second === '' ? 0 : write(second, length);
  return run(operation, grammar, option, length, more, [first, second]);
}

/** The identifier with these components; one that is `null` or `undefined` is absent. */
export function built(grammar, option, texts) {
  let length = 0;
  const lengths = texts.map((text) => {
    if (text === null || text === undefined) return '';
    const written = write(text, length);
    length += written;
    return written;
  });
  run('build', grammar, option, length, write(lengths.join(), length), texts);
  return decode();
}

function run(operation, grammar, option, length, more, texts) {
  const status = applyTo(OPERATIONS[operation], grammar, option, length, more);
  if (words.length === 0) refresh();
  if (status === INVALID) throw fault(texts);
  // Grammar and option are numbers of the tables above, so only the name of a lint can be wrong.
  if (status === MISUSE) throw new TypeError(`oneiri: no such code: ${texts[1]}`);
  return status;
}

/** Gives all lines of a buffer to the module: `valid` has a byte for each line, and `bytes` the new buffer. */
export function batch(buffer, grammar, rung) {
  let length;
  if (typeof buffer === 'string') {
    if (buffer.length * 3 > capacity) reserve(buffer.length * 3);
    if (input.length === 0) refresh();
    length = encode(buffer, 0);
  } else {
    length = buffer.length;
    if (length > capacity) reserve(length);
    if (input.length === 0) refresh();
    input.set(buffer);
  }
  const status = rung === undefined ? check_lines(grammar, length) : normalize_lines(grammar, rung, length);
  if (status !== PARTS) throw unexpected(status);
  if (words.length === 0) refresh();
  const [address, size, , flags, count] = words;
  return {
    bytes: new Uint8Array(memory.buffer, address, size),
    valid: new Uint8Array(memory.buffer, flags, count).slice(),
  };
}

export const toText = (bytes) => decoder.decode(bytes);

/**
 * The WebAssembly module: its memory, and how texts get in and out. `boundary.rs` of `crates/oneiri-wasm` is the other side: the
 * statuses, the six words of a result and the functions of `wasm` are named there. Rungs and profiles have the order of `ALL` in
 * Rust. Each call may make the memory grow, which detaches all views, so `refresh` comes before a result is read.
 */
import { checkLength, decoder, isWellFormed, reader, surrogateError, textOf } from './answer.js';
import { OneiriError } from './error.js';
import { loader } from './load.js';
import { GRAMMARS, OPERATIONS, PROFILES, RUNG_NUMBERS } from './operations.js';

const [SAME, TEXT, PARTS, INVALID, MISUSE] = [0, 1, 2, 3, 4];

const NONE = 0xffffffff;
/** Texts up to this length are written by a loop, which is faster than a call of the encoder. */
const SHORT = 16;
/** A batch is given to the module in pieces of about so many bytes or code units. */
const PIECE = 1 << 20;

const encoder = new TextEncoder();
// Node's own buffers make a string from ASCII several times faster than a decoder.
const latin1 = globalThis.Buffer?.prototype.latin1Slice;

/** The functions of the instance; `null` before there is one. */
let wasm = null;
let capacity = -1;
/** The bytes of the module's memory from the place of the texts on, and the last result. */
let input, start, words, spans, whole;

export const { start: begin, init, trim } = loader('oneiri.wasm', () => new URL('./oneiri.wasm', import.meta.url), (exports) => {
  wasm = exports;
  reserve(4096);
});

/** Makes room for so many bytes. */
function reserve(bytes) {
  if (wasm === null) begin();
  start = wasm.room(bytes) >>> 0;
  if (start === 0) throw new RangeError('oneiri: the text is too long');
  capacity = bytes;
  refresh();
}

/** The views, which are detached whenever the memory grows. */
function refresh() {
  const { buffer } = wasm.memory;
  input = new Uint8Array(buffer, start, capacity);
  words = new Uint32Array(buffer, wasm.result() >>> 0, 6);
  // The same as signed numbers: an engine stores small integers without allocating, and -1 is one.
  spans = new Int32Array(buffer, words.byteOffset, 6);
  whole = latin1 ? Buffer.from(buffer) : new Uint8Array(buffer);
}

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

/** Writes a text in UTF-8 at an offset of the room, and returns the number of bytes; -1 if the text is not UTF-16. */
function write(text, at) {
  checkLength(text.length);
  return writeAny(text, at);
}

/** Like `write`, for a text of any length. */
function writeAny(text, at) {
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
  return written === text.length || isWellFormed(text) ? written : -1;
}

/** Like `write`, for a text that is needed. */
function put(text, at) {
  const written = write(text, at);
  if (written < 0) throw surrogateError(text);
  return written;
}

/** Makes room for more after a text that has been written. */
function grow(kept, more) {
  const before = kept === 0 ? [] : input.slice(0, kept);
  reserve(Math.max(kept + more, 2 * capacity));
  if (kept > 0) input.set(before);
}

/** The text of the result. */
function decode() {
  if (whole.length === 0) refresh();
  const [address, length, ascii] = words;
  if (ascii === 1 && latin1) return latin1.call(whole, address, address + length);
  return decoder.decode(whole.subarray(address, address + length));
}

/** The answer with parts. */
const answer = () => reader(decode(), new Uint32Array(wasm.memory.buffer, words[3], words[4]).slice());

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

/**
 * Parses a text. The six offsets are in the array that is returned, until the next call; -1 stands for "none". `null` if the
 * text is invalid.
 */
export function tryOffsets(text, grammar) {
  const length = write(text, 0);
  if (length < 0 || wasm.parse(grammar, length) !== SAME) return null;
  if (spans.length === 0) refresh();
  return spans;
}

/** Like `tryOffsets`, but the error of an invalid text is thrown. */
export function offsets(text, grammar) {
  const found = tryOffsets(text, grammar);
  if (found !== null) return found;
  const status = wasm.fault(grammar, put(text, 0));
  if (words.length === 0) refresh();
  throw status === INVALID ? fault([text]) : unexpected(status);
}

/** Whether a text is valid. A text that is not well-formed UTF-16 is not. */
export const isValid = (text, grammar) => tryOffsets(textOf(text), grammar) !== null;

/** Applies an operation whose result is a text. */
export function applied(operation, grammar, option, first, second) {
  const text = textOf(first);
  const status = call(OPERATIONS[operation], grammar, option, text, textOf(second));
  if (status === SAME) return text;
  if (status === TEXT) return decode();
  throw unexpected(status);
}

/** Applies an operation whose result has parts. */
export function answered(operation, grammar, option, first, second) {
  const status = call(OPERATIONS[operation], grammar, option, textOf(first), textOf(second));
  if (status === PARTS) return answer();
  throw unexpected(status);
}

function call(number, grammar, option, first, second) {
  const length = put(first, 0);
  const more = second === '' ? 0 : put(second, length);
  return run(number, grammar, option, length, more, [first, second]);
}

/** The identifier with these components; one that is `null` or `undefined` is absent. */
export function built(grammar, option, texts) {
  let length = 0;
  const lengths = texts.map((text) => {
    if (text === null || text === undefined) return '';
    const written = put(textOf(text), length);
    length += written;
    return written;
  });
  run(OPERATIONS.build, grammar, option, length, put(lengths.join(), length), texts);
  return decode();
}

function run(number, grammar, option, length, more, texts) {
  const status = wasm.apply(number, grammar, option, length, more);
  if (words.length === 0) refresh();
  if (status === INVALID) throw fault(texts);
  // Grammar and option are numbers of the tables above, so only the name of a lint can be wrong.
  if (status === MISUSE) throw new TypeError(`oneiri: no such code: ${texts[1]}`);
  return status;
}

/** Where the piece of lines that begins at an index ends. */
function endOf(lines, at, newline) {
  if (lines.length - at <= PIECE) return lines.length;
  const end = lines.lastIndexOf(newline, at + PIECE - 1) + 1;
  return end > at ? end : lines.indexOf(newline, at + PIECE) + 1 || lines.length;
}

/** Gives the lines of a piece to the module: `valid` has a byte for each line, and `bytes` the new lines. */
function piece(lines, grammar, rung) {
  let length = lines.length;
  if (typeof lines === 'string') {
    length = writeAny(lines, 0);
  } else {
    if (length > capacity) reserve(length);
    if (input.length === 0) refresh();
    input.set(lines);
  }
  if (length < 0) return null;
  const status = rung === undefined ? wasm.check_lines(grammar, length) : wasm.normalize_lines(grammar, rung, length);
  if (status !== PARTS) throw unexpected(status);
  if (words.length === 0) refresh();
  const [address, size, , flags, count] = words;
  return {
    bytes: new Uint8Array(wasm.memory.buffer, address, size),
    valid: new Uint8Array(wasm.memory.buffer, flags, count).slice(),
  };
}

/** The lines of a piece in which some are not UTF-16. A line that has no valid character stands for each of them. */
function mended(text, grammar, rung) {
  const lines = text.split('\n');
  const { bytes, valid } = piece(lines.map((line) => (isWellFormed(line) ? line : '<')).join('\n'), grammar, rung);
  const normal = decoder.decode(bytes).split('\n');
  return { text: lines.map((line, nth) => (isWellFormed(line) ? normal[nth] : line)).join('\n'), valid };
}

/** Gives all lines of a string or of bytes to the module, in pieces, so that its memory does not grow with their number. */
export function batch(lines, grammar, rung) {
  const isText = typeof lines === 'string';
  // Bytes of another realm, such as that of a test runner, are none of ours.
  if (!isText && Object.prototype.toString.call(lines) !== '[object Uint8Array]') {
    throw new TypeError('oneiri: the lines are one string or one Uint8Array');
  }
  const [done, flags] = [[], []];
  for (let at = 0, end; at < lines.length; at = end) {
    end = endOf(lines, at, isText ? '\n' : 10);
    // More than a piece is one line.
    if (end - at > PIECE) checkLength(end - at);
    const part = isText ? lines.slice(at, end) : lines.subarray(at, end);
    const { bytes, valid, text } = piece(part, grammar, rung) ?? mended(part, grammar, rung);
    flags.push(valid);
    if (rung !== undefined) done.push(isText ? text ?? decoder.decode(bytes) : bytes.slice());
  }
  return { lines: isText ? done.join('') : joined(done), valid: joined(flags) };
}

function joined(arrays) {
  if (arrays.length === 1) return arrays[0];
  const all = new Uint8Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}

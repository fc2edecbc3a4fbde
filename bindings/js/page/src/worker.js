/** Processes a file in pieces. After `ready` one message begins the work; messages with `percent` follow, and one with `result`. */
import { OneiriError, normalizeLines, parse } from './oneiri/web/index.js';
import { Hashes } from './hashes.js';

const PIECE = 4 * 1024 * 1024;
const NEWLINE = 10;
const RETURN = 13;

/** The pieces of a file, each with whole lines. A byte order mark is left out. */
async function* pieces(file) {
  let rest = [];
  for (let at = 0; at < file.size; at += PIECE) {
    let bytes = new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
    if (at === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
    const end = at + PIECE >= file.size ? bytes.length : bytes.lastIndexOf(NEWLINE) + 1;
    const read = Math.min(at + PIECE, file.size);
    if (end > 0 || at + PIECE >= file.size) {
      yield { bytes: joined([...rest, bytes.subarray(0, end)]), read };
      rest = [];
    }
    if (end < bytes.length) rest.push(bytes.subarray(end));
  }
}

function joined(parts) {
  if (parts.length === 1) return parts[0];
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Where the next line ends: after its terminator, and before it. */
function lineAt(bytes, start) {
  const found = bytes.indexOf(NEWLINE, start);
  const next = found < 0 ? bytes.length : found + 1;
  let end = found < 0 ? next : found;
  if (found > start && bytes[found - 1] === RETURN) end -= 1;
  return { next, end };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Why a line is invalid. */
function reason(bytes, grammar) {
  let text;
  try {
    text = decoder.decode(bytes);
  } catch {
    return ['it is not UTF-8', new TextDecoder().decode(bytes)];
  }
  try {
    parse(text, grammar);
    return ['', text];
  } catch (error) {
    if (!(error instanceof OneiriError)) throw error;
    return [error.message, text];
  }
}

async function process({ file, task, rung, grammar }) {
  const started = performance.now();
  const output = [];
  const seen = new Hashes();
  const encoder = new TextEncoder();
  let [lines, invalid] = [0, 0];
  for await (const { bytes, read } of pieces(file)) {
    const { lines: forms, valid } = normalizeLines(bytes, rung, grammar);
    const kept = new Uint8Array(task === 'dedupe' ? bytes.length + 1 : 0);
    const faults = [];
    let [at, formAt, length] = [0, 0, 0];
    for (const flag of valid) {
      const line = lineAt(bytes, at);
      const form = lineAt(forms, formAt);
      lines += 1;
      if (flag === 0) {
        invalid += 1;
        if (task === 'invalid') faults.push(`${lines}\t${reason(bytes.subarray(at, line.end), grammar).join('\t')}\n`);
      } else if (seen.add(forms, formAt, form.end) && task === 'dedupe') {
        kept.set(bytes.subarray(at, line.end), length);
        length += line.end - at;
        kept[length] = NEWLINE;
        length += 1;
      }
      at = line.next;
      formAt = form.next;
    }
    if (task === 'dedupe') output.push(kept.slice(0, length));
    else output.push(task === 'normalize' ? forms : encoder.encode(faults.join('')));
    postMessage({ percent: Math.floor(100 * read / file.size) });
  }
  const seconds = (performance.now() - started) / 1000;
  postMessage({ result: new Blob(output, { type: 'text/plain' }), lines, invalid, different: seen.size, seconds });
}

onmessage = ({ data }) => process(data).catch((error) => postMessage({ failed: error.message }));
// The page waits for this: what it sends while the module is loaded is lost.
postMessage({ ready: true });

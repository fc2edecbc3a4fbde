/**
 * How other programs read a text. An answer is read in the order in which `crates/oneiri-wasm/src/subpath/parsers.rs` writes it. A
 * test of `oneiri-parsers` (`every_list_names_all_parsers`) looks for each parser in this list and in `parsers.d.ts`.
 */
import { limits } from './answer.js';
import { open, range, withBase } from './subpath.js';

const { ask, init, trim } = open('parsers.wasm', () => new URL('./parsers.wasm', import.meta.url));
const READ = 0;
const COMPONENTS = ['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment'];

export { init, limits, trim };

/** In the order of the module. */
export const parsers = Object.freeze([
  'rfc3986', 'rfc3987', 'whatwg', 'java', 'regex', 'python', 'python-3.11', 'go', 'go-1.19', 'php', 'php-rfc3986', 'php-whatwg', 'ruby',
  'curl', 'curl-7.88', 'node-legacy', 'node-legacy-20',
]);

/** What one program finds in a text, or why it refuses it. */
export function read(parser, text, base) {
  const answer = ask(READ, withBase([parser, text], base));
  const reading = { parser, refusal: null, ranges: {} };
  const accepted = answer.number() === 1;
  if (!accepted) reading.refusal = { reason: answer.text(), ...range(answer) };
  for (const name of COMPONENTS) {
    reading[name] = null;
    if (!accepted) continue;
    const present = answer.number() === 1;
    const value = answer.text();
    const placed = answer.number() === 1;
    const place = range(answer);
    if (present) reading[name] = value;
    if (placed) reading.ranges[name] = place;
  }
  return reading;
}

/** What every program finds. */
export const readAll = (text, base) => parsers.map((parser) => read(parser, text, base));

/** How other programs read a text. */
import { list, open, range, withBase } from './subpath.js';
import { load } from '#wasm';

const { ask } = open(await load(new URL('./readers.wasm', import.meta.url)));
const [NAMES, READ] = [0, 1];
const COMPONENTS = ['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment'];

const names = ask(NAMES, []);
export const readers = Object.freeze(list(names, names.text));

/** What one program finds in a text, or why it refuses it. */
export function read(reader, text, base) {
  const answer = ask(READ, withBase([reader, text], base));
  const reading = { reader, refusal: null, ranges: {} };
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
export const readAll = (text, base) => readers.map((reader) => read(reader, text, base));

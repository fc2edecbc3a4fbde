/** Hides the secrets of a log. */
import { limits } from './answer.js';
import { open } from './subpath.js';

const { ask, init, trim } = open('redact.wasm', () => new URL('./redact.wasm', import.meta.url));
const REDACT = 0;

export { init, limits, trim };

/** A log or another text with `***` in place of the passwords and tokens of the URLs in it. */
export const redactText = (text) => ask(REDACT, [text]).text();

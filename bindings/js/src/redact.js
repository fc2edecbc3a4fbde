/** Hides the secrets of a log, as `crates/oneiri-redact` does. `crates/oneiri-wasm/src/subpath/redact.rs` is the other side. */
import { limits } from './answer.js';
import { open } from './subpath.js';

const { ask, init, trim } = open('redact.wasm', () => new URL('./redact.wasm', import.meta.url));
const REDACT = 0;

export { init, limits, trim };

/** A log or another text with `***` in place of the passwords and tokens of the URLs in it. */
export function redactText(text, ...options) {
  if (options.length > 0) throw new TypeError('oneiri: redactText takes a text alone; `oneiri redact --show-only` is in the command');
  return ask(REDACT, [text]).text();
}

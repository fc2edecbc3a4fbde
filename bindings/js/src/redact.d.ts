import type { Text } from './index.js';

export { init, limits, trim } from './index.js';

/** A log or another text with `***` in place of the passwords and tokens of the URLs in it, valid or not. */
export function redactText(text: Text): string;

/**
 * The error of an invalid text. Offsets are indices into the text, in UTF-16 code units, as everywhere in JavaScript. Programs
 * test `name`, `code` and `kind`, which `index.d.ts` promises. `fault` in `engine.js` and `ask` in `subpath.js` make the errors.
 */
export class OneiriError extends Error {
  /**
   * @param {string} message
   * @param {{text: string, start: number, end: number, kind: string, component: string, found: string | null}} fault
   */
  constructor(message, fault) {
    super(message);
    Object.assign(this, fault);
  }

  get name() {
    return 'OneiriError';
  }

  get code() {
    return 'ERR_ONEIRI_INVALID';
  }

  /** The text, by the name that errors of `URL` have for it. */
  get input() {
    return this.text;
  }
}

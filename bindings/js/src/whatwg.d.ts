import type { Range } from './index.js';

export { init, limits, trim } from './index.js';

/** What the Standard makes a string of: any object with `toString`. */
type Stringable = { toString(): string };

/** The class `URL` of the URL Standard. The error of a text that is no URL is a `TypeError` with a place, a kind and a code. */
export class URL {
  constructor(text: Stringable, base?: Stringable);
  static canParse(text: Stringable, base?: Stringable): boolean;
  static parse(text: Stringable, base?: Stringable): URL | null;
  href: string;
  readonly origin: string;
  protocol: string;
  username: string;
  password: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
  hash: string;
  /** A change to the pairs changes the URL, and a change of the URL the pairs. */
  readonly searchParams: URLSearchParams;
  toString(): string;
  toJSON(): string;
}

/** The `TypeError` of a text that is no URL. */
export interface InvalidURL extends TypeError, Range {
  code: 'ERR_INVALID_URL';
  text: string;
  /** The same text, as the error of Node has it. */
  input: string;
  /** The name of the validation error, such as `host-missing`. */
  kind: string;
}

/** A validation error of the Standard, with its place in the text. */
export interface ValidationError extends Range {
  /** The name in the Standard: `invalid-reverse-solidus`. */
  name: string;
  message: string;
}

/**
 * All validation errors of a text in the order in which the parser finds them. If `href` is `null`, the last one says why.
 * Throws an `OneiriError` if the base is no URL.
 */
export function validate(text: Stringable, base?: Stringable): { href: string | null; errors: ValidationError[] };

import type { Range } from './index.js';

/** The class `URL` of the URL Standard. The error of a text that is no URL is a `TypeError` with a place, a kind and a code. */
export class URL {
  constructor(text: string | URL, base?: string | URL);
  static canParse(text: string | URL, base?: string | URL): boolean;
  static parse(text: string | URL, base?: string | URL): URL | null;
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
  /** A change to the pairs changes the URL. After a setter of the URL, ask for them again. */
  readonly searchParams: URLSearchParams;
  toString(): string;
  toJSON(): string;
}

/** The `TypeError` of a text that is no URL. */
export interface InvalidURL extends TypeError, Range {
  code: 'ERR_INVALID_URL';
  text: string;
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
export function validate(text: string, base?: string): { href: string | null; errors: ValidationError[] };

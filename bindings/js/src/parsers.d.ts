import type { Range, Text } from './index.js';

export { init, limits, trim } from './index.js';

/** A parser. A name without a version is the newest one. */
export type ParserName =
  | 'rfc3986'
  | 'rfc3987'
  | 'whatwg'
  | 'java'
  | 'regex'
  | 'python'
  | 'python-3.11'
  | 'go'
  | 'go-1.19'
  | 'php'
  | 'php-rfc3986'
  | 'php-whatwg'
  | 'ruby'
  | 'curl'
  | 'curl-7.88'
  | 'node-legacy'
  | 'node-legacy-20';

/** The names of the parsers. */
export const parsers: readonly ParserName[];

/** What a program finds in a text. A component that it does not find is `null`. */
export interface Reading {
  parser: ParserName;
  /** Why the program refuses the text, and where; `null` if it reads it. */
  refusal: (Range & { reason: string }) | null;
  scheme: string | null;
  userinfo: string | null;
  host: string | null;
  port: string | null;
  path: string | null;
  query: string | null;
  fragment: string | null;
  /** Where the components stand in the text. */
  ranges: { [component: string]: Range };
}

/** What one program finds in a text, perhaps resolved against a base. Throws a `TypeError` for a name that is none. */
export function read(parser: ParserName, text: Text, base?: Text | null): Reading;
/** What every program finds. */
export function readAll(text: Text, base?: Text | null): Reading[];

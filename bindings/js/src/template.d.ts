/// <reference lib="esnext.disposable" />
import type { Text } from './index.js';

export { init, limits } from './index.js';

/** The value of a variable to expand. Absent values are left out; an object, a `Map` and pairs keep their order. */
export type Value =
  | Scalar
  | readonly Scalar[]
  | readonly (readonly [string, Scalar])[]
  | ReadonlyMap<string, Scalar>
  | { readonly [name: string]: Scalar };
/** What a value is checked against: an interface has no index signature, so its properties are looked at one by one. */
export type Expandable<V> = V extends Value ? V : V extends (...given: never[]) => unknown ? never : V extends object ? { readonly [K in keyof V]: Scalar } : Value;
export type Scalar = string | number | bigint | boolean | null | undefined;

/** What a text stands for. */
export interface Match {
  /** The values of the variables that have one: a text, a list of texts, or pairs of texts. */
  values: { [name: string]: string | string[] | [string, string][] };
  /** The decoded values that are unfit for a path of a file, and what they have. */
  hazards: { [name: string]: ('slash' | 'dot-segment' | 'nul')[] };
  /** With `lenientQuery`: the pairs of the query that the template does not have. */
  unknown: string[];
}

/** A URI Template (RFC 6570). */
export class Template {
  /** Throws an `OneiriError` that says where the text is no template. */
  constructor(text: string);
  readonly text: string;
  /** The names of the variables, in their order. */
  readonly variables: readonly string[];
  /** Throws an `OneiriError` if a list or map is given for a variable with a prefix. */
  expand<T extends object>(values: ReadonlyMap<string, Value> | { readonly [K in keyof T]: Expandable<T[K]> }): string;
  /**
   * The values that expand to the text, or `null`. The time is linear in the length of the text. Throws an `OneiriError` of
   * the kind `ambiguous` that shows two readings of one text, if the template has two. With `lenientQuery`, the pairs of the query
   * stand in any order, and pairs of other names are `unknown`.
   */
  match(text: Text, options?: { lenientQuery?: boolean }): Match | null;
  /** Frees what the module keeps. A template that nobody holds any more is freed by the garbage collector. */
  dispose(): void;
  [Symbol.dispose](): void;
  toString(): string;
}

/** Many templates: which of them matches a text, in one pass. */
export class Router {
  /**
   * Throws an `OneiriError` if a template is ambiguous, or if two match one text; `text` is the template, and for two it is the second.
   * With `ranked`, the more literal template is found. `lenientQuery` is that of `match`.
   */
  constructor(templates: Iterable<string | Template>, options?: { ranked?: boolean; lenientQuery?: boolean });
  readonly templates: readonly string[];
  readonly ranked: boolean;
  readonly lenientQuery: boolean;
  dispose(): void;
  [Symbol.dispose](): void;
  find(text: Text): (Match & { index: number }) | null;
}

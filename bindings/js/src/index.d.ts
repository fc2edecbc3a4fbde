/** What a text is parsed as. A reference may lack a scheme; an IRI may hold characters beyond ASCII. */
export type Grammar = 'uri' | 'uri-reference' | 'iri' | 'iri-reference';

/** A rung of the ladder of comparison, from the lowest to the highest. */
export type Rung = 'string' | 'case' | 'escape' | 'path' | 'scheme';

/** The purpose of the identifiers that are linted. */
export type Profile = 'rdf' | 'web' | 'strict';

export type ComponentName = 'text' | 'scheme' | 'userinfo' | 'host' | 'port' | 'path' | 'query' | 'fragment';

/** What a text may be given as: a string, or an object that has one, such as `Identifier` and both kinds of `URL`. */
export type Text = string | Identifier | { readonly href: string; readonly searchParams: object };

/**
 * Loads the module where `oneiri/init` was imported. Without a source it is the file beside this one. In Node nothing has to be
 * loaded, and the promise is fulfilled. A source is an address (a string or a `URL`), a `Response`, the bytes, a `WebAssembly.Module`,
 * or a promise of one of these.
 */
export function init(source?: string | object): Promise<void>;

/** Starts a fresh instance of the module, so that the memory that a long text took is given back. */
export function trim(): Promise<void>;

/** What a text may cost. All entries of the package share it. */
export const limits: {
  /** The most UTF-16 code units of a text: 16,777,216 unless you set another number. A longer one is a `RangeError`. */
  maxLength: number;
};

/** A stretch of a text, in UTF-16 code units. */
export interface Range {
  start: number;
  end: number;
}

/** The error of an invalid text. */
export class OneiriError extends Error {
  /** The text that is invalid. */
  readonly text: string;
  /** The same text, by the name that errors of `URL` have for it. */
  readonly input: string;
  readonly code: 'ERR_ONEIRI_INVALID';
  /** The index of the fault. */
  readonly start: number;
  /** The index after the fault; equal to `start` if something is missing. */
  readonly end: number;
  /** The rule that is broken, such as `character` or `ipv6`; `surrogate` for half of a surrogate pair. */
  readonly kind: string;
  readonly component: ComponentName;
  /** The character at the fault; `null` if the text or the component ends there. */
  readonly found: string | null;
}

/** A valid text and its components. An absent component is `null`, an empty one is `''`. */
export class Identifier {
  constructor(text: Text, grammar?: Grammar);
  /** Like the constructor, but `null` for an invalid text. */
  static tryParse(text: Text, grammar?: Grammar): Identifier | null;
  readonly text: string;
  readonly scheme: string | null;
  readonly authority: string | null;
  readonly userinfo: string | null;
  /** The host; an IP literal has its brackets. */
  readonly host: string | null;
  /** The digits of the port, perhaps none. */
  readonly port: string | null;
  readonly path: string;
  readonly query: string | null;
  readonly fragment: string | null;
  normalize(rung?: Rung): Identifier;
  resolve(reference: Text): Identifier;
  /**
   * A copy with other components: `it.with({ path: '/x', query: null })`. `null` removes a component, and a path becomes
   * empty. An `authority` replaces userinfo, host and port. Throws an `OneiriError` whose `text` is the value that does not fit.
   */
  with(changes: Components, options?: { repair?: boolean }): Identifier;
  toString(): string;
  toJSON(): string;
}

/** Components to build from. One that is `null` or not given is absent. They are text as it stands in an identifier: see `encode`. */
export interface Components {
  scheme?: string | null | undefined;
  /** Userinfo, host and port in one text. Those that are also given replace its own. */
  authority?: string | null | undefined;
  userinfo?: string | null | undefined;
  host?: string | null | undefined;
  port?: string | number | null | undefined;
  path?: string | null | undefined;
  query?: string | null | undefined;
  fragment?: string | null | undefined;
}

/**
 * The identifier with these components. With `repair`, characters that a component does not allow become escapes, and a
 * path is made to fit: `/` after an authority, `/.` before `//`, `./` before a colon. Throws an `OneiriError` whose
 * `text` is the value that does not fit.
 */
export function build(parts: Components, options?: { grammar?: Grammar; repair?: boolean }): Identifier;
/**
 * Percent-encodes a text as data for a component: all but letters, digits, `-._~` and the characters of `safe`.
 * `encode('a/b é')` is `a%2Fb%20%C3%A9`.
 */
export function encode(text: Text, safe?: string): string;
/** Decodes all escapes of a component; a `%` that begins none stays. Throws an `OneiriError` if the octets are not UTF-8. */
export function decode(text: Text): string;
/** Parses a text. Throws an `OneiriError` if it is invalid, as do all functions but `valid` and `tryParse`. */
export function parse(text: Text, grammar?: Grammar): Identifier;
/** Like `parse`, but `null` for an invalid text. No error is built. */
export function tryParse(text: Text, grammar?: Grammar): Identifier | null;
/** Whether a text is valid. No error is built. */
export function valid(text: Text, grammar?: Grammar): boolean;
/** The normal form at a rung; at `scheme` unless another is given. */
export function normalize(text: Text, rung?: Rung, grammar?: Grammar): string;
/** The target of a reference (RFC 3986 section 5). The base needs a scheme. */
export function resolve(base: Text, reference: Text, grammar?: Grammar): string;
/** The shortest reference that leads from a base to a target. Both need a scheme. */
export function relativize(base: Text, target: Text, grammar?: Grammar): string;
/** Converts an IRI to a URI (RFC 3987 section 3.1). */
export function toUri(text: Text): string;
/** Converts a URI to an IRI (RFC 3987 section 3.2). */
export function toIri(text: Text): string;
/** The identifier that an invalid text stands for: characters that are not allowed become escapes. */
export function lenient(text: Text, grammar?: Grammar): string;
/** The text with `***` in place of its password, for a log. */
export function redact(text: Text, grammar?: Grammar): string;
/**
 * The text that the `htu` of a DPoP proof is compared by: the normal form without query and fragment (RFC 9449 section 4.3). A proof is for a
 * request if both have the same.
 */
export function htu(text: Text): string;
/**
 * The text that `file` URLs of one drive are compared by: the normal form with the drive as `C:`, so that `file:///c%3A/a` and `file:///C:/a`
 * are one. No standard says so: it is an assumption, `drive@1`. Other URLs get their normal form.
 */
export function drive(text: Text): string;
/** The lowest rung at which two texts are equal; `null` if there is none. */
export function compare(a: Text, b: Text, grammar?: Grammar): Rung | null;
export function equivalent(a: Text, b: Text, rung?: Rung, grammar?: Grammar): boolean;

/** A place where two equal identifiers are spelled differently. */
export interface Step {
  component: ComponentName;
  a: Range;
  b: Range;
  rule: string;
  rung: Rung;
  source: string;
  description: string;
}

/** The first difference that no rung removes. */
export interface Difference {
  component: ComponentName;
  a: Range;
  b: Range;
  reason: string;
  section: string;
  description: string;
}

export interface Explanation {
  rung: Rung | null;
  steps: Step[];
  difference: Difference | null;
}

/** Why two texts are equal, or why they are not. */
export function explain(a: Text, b: Text, grammar?: Grammar): Explanation;

export interface Finding extends Range {
  code: string;
  id: string;
  level: 'warn' | 'deny';
  component: ComponentName;
  detail: string;
  section: string;
  message: string;
  fix: (Range & { text: string }) | null;
}

/** What is unwise about a valid text. With `code`, only that code is looked for. Codes that need Unicode's tables are never found. */
export function lint(text: Text, profile?: Profile, grammar?: Grammar, code?: string): Finding[];
/** The text with all fixes applied, or with those of one code. */
export function fix(text: Text, profile?: Profile, grammar?: Grammar, code?: string): string;

/** A byte for each line of a text or of UTF-8: 1 if the line is valid. */
export function validLines(lines: string | Uint8Array, grammar?: Grammar): Uint8Array;
/** The lines with each valid line in its normal form; invalid lines and line ends stay as they are. */
export function normalizeLines<T extends string | Uint8Array>(
  lines: T,
  rung?: Rung,
  grammar?: Grammar,
): { lines: T extends string ? string : Uint8Array; valid: Uint8Array };
/** The normal forms of many texts; `null` for an invalid one. */
export function normalizeAll(texts: Iterable<Text>, rung?: Rung, grammar?: Grammar): (string | null)[];
/** The texts without those that equal an earlier one at a rung. An invalid text equals none but itself. */
export function dedupe<T extends Text>(texts: Iterable<T>, rung?: Rung, grammar?: Grammar): T[];

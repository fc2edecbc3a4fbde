/// <reference lib="esnext.disposable" />
import type { Range, Text } from './index.js';

export { init, limits } from './index.js';

/** The names of the policies that the package ships. */
export type PresetName = 'ssrf' | 'agent' | 'redirect-uri' | 'gateway' | 'open-redirect';

/** Why a text is not admitted. No message holds a userinfo. */
export interface Reason extends Range {
  /** The name of the reason: that of a violation, or `length`, `invalid`, `disagreement`, `special-address`, `special-name`, `unlisted-address`, `denied`, `no-rule`, `too-many-readings`, `not-utf8`, `base`; in `oneiri/undici` also `address`. */
  code: string;
  message: string;
  /** What each parser saw, if the reason is about parsers. */
  parsers: { parser: string; saw: string }[];
}

export type Decision =
  | {
      allowed: true;
      /** The text to forward: every parser of the policy reads it alike. */
      canonical: string;
      host: string | null;
      /** The port to connect to. */
      port: number | null;
      /** The number of the `[[allow]]` rule that admits the text. The first is number 1. */
      rule: number;
      reasons: [];
    }
  | { allowed: false; canonical: null; host: null; port: null; rule: null; reasons: Reason[] };

/** A compiled policy. */
export class Policy {
  /** Compiles a policy from TOML. Throws an `OneiriError` whose message names the line. */
  constructor(toml: string);
  /** The TOML. */
  readonly text: string;
  /** Frees what the module keeps. A value that nobody holds any more is freed by the garbage collector. */
  dispose(): void;
  [Symbol.dispose](): void;
  /** Checks a text, perhaps resolved against a base, such as the target of a redirect. */
  check(text: Text, base?: Text | null): Decision;
  /**
   * Names the rule that differs from the URL in the fewest fields, and says which fields these are, for example
   * `allow rule 1 (line 3) matches all but the path`. `null` if a rule matches, or if the parsers do not agree.
   */
  nearest(text: Text, base?: Text | null): string | null;
  /**
   * Whether a connection to an address may be made for a canonical text. Call it for the address that the name resolved
   * to, directly before the connection, and connect to that address.
   */
  admits(canonical: Text, address: string): boolean;
}

export function compile(toml: string): Policy;
/** A policy that the package ships. */
export function preset(name: PresetName): Policy;
/** The TOML of a preset. */
export function presetText(name: PresetName): string;

import type { Agent, Dispatcher } from 'undici';
import type { Decision, Policy } from './policy.js';

/** What a request may take. */
export interface Limits {
  /** The most redirects: 10 unless you set another number. */
  redirects?: number;
  /** The most bytes of a body after unpacking: 10 MiB. */
  body?: number;
  /** The most milliseconds for all requests and the body together: 30,000. */
  time?: number;
}

export interface GuardOptions {
  limits?: Limits;
  /** The addresses of a name. Those that the policy does not admit are left out. Without it the system is asked. */
  lookup?: (host: string) => Promise<readonly (string | { address: string })[]>;
  /** Options of undici's `Agent`. */
  agent?: Pick<Agent.Options, 'connections' | 'pipelining' | 'keepAliveTimeout' | 'keepAliveMaxTimeout' | 'headersTimeout' | 'bodyTimeout' | 'maxHeaderSize'>;
  /** Options of TLS, and the milliseconds until a connection is given up. */
  tls?: Pick<import('node:tls').ConnectionOptions, 'ca' | 'cert' | 'key' | 'passphrase' | 'pfx' | 'crl' | 'ciphers' | 'minVersion' | 'maxVersion' | 'timeout'>;
  /** A dispatcher that connects, such as a `ProxyAgent`. It resolves names itself, so no address is checked, only URLs. */
  dangerDispatcher?: Dispatcher;
}

/** The policy denies the URL, the target of a redirect, or every address of the name. */
export class Denied extends Error {
  readonly code: 'ERR_ONEIRI_DENIED';
  /** Why. The code of the reason is `address` where the URL is admitted and no address is. */
  readonly decision: Extract<Decision, { allowed: false }>;
  /** The number of redirects before; `null` if only the dispatcher was used. */
  readonly hop: number | null;
  /** The addresses to which the name leads, if they are the reason. */
  readonly addresses: string[];
  /** The text that was checked, such as the target of a redirect. It may have secrets. */
  readonly url: string | null;
}

/** A request takes more than a limit allows. */
export class LimitExceeded extends Error {
  readonly code: 'ERR_ONEIRI_LIMIT';
  readonly limit: keyof Limits;
  /** The number of redirects before. */
  readonly hop: number;
}

export interface Guard {
  /**
   * The `fetch` of the platform for URLs that strangers name. It takes a method, headers, a body, a signal and `redirect`. Content is read
   * into memory, so that a redirect can send it again. Throws a `Denied` or a `LimitExceeded`, or what `fetch` throws.
   */
  fetch: typeof globalThis.fetch;
  /** For undici's own functions. It checks each URL and each address; the limits are those of `fetch` above. */
  dispatcher: Dispatcher;
  /** Ends the connections after the requests that are under way. */
  close(): Promise<void>;
}

/** A `fetch` that connects only to addresses that a policy admits, and checks each redirect. */
export function guard(policy: Policy, options?: GuardOptions): Guard;

/**
 * The guard as a client for Node: a `fetch` that connects only to addresses that a policy admits, at each hop. `Hop` and `Request`
 * of `crates/oneiri-client` do the same in Rust, with the same limits and lists of headers, and so does `fetch.py` of
 * `crates/oneiri-python` (`tests/it/elsewhere.rs` of the clients compares them). `tests/undici.test.js` runs the attack list of the policy.
 */
import { lookup as lookUp } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Agent, Dispatcher, Headers, buildConnector, fetch as fetchBy } from 'undici';

/** What a request may take unless a program says otherwise, as in Rust and Python. */
const LIMITS = { redirects: 10, body: 10 << 20, time: 30_000 };
/** The options of undici and of TLS that cannot weaken the guard. */
const AGENT = ['connections', 'pipelining', 'keepAliveTimeout', 'keepAliveMaxTimeout', 'headersTimeout', 'bodyTimeout', 'maxHeaderSize'];
const TLS = ['ca', 'cert', 'key', 'passphrase', 'pfx', 'crl', 'ciphers', 'minVersion', 'maxVersion', 'timeout'];
/** The headers that describe content, and those that are for one origin. */
const CONTENT = ['content-encoding', 'content-language', 'content-length', 'content-location', 'content-type', 'transfer-encoding'];
const SECRETS = ['authorization', 'cookie', 'proxy-authorization', 'host'];
/** So many origins have connections for one rule at a time. */
const ORIGINS = 1000;

/** The policy denies a URL, the target of a redirect, or all addresses of a name. */
export class Denied extends Error {
  constructor(decision, { hop = null, addresses = [], url = null, nearest = null } = {}) {
    const message = [decision.reasons[0].message, nearest].filter(Boolean).join('; ');
    super(hop > 0 ? `redirect ${hop}: ${message}` : message);
    Object.assign(this, { decision, hop, addresses, url });
  }

  get name() {
    return 'Denied';
  }

  get code() {
    return 'ERR_ONEIRI_DENIED';
  }
}

/** A request takes more than a limit allows. */
export class LimitExceeded extends Error {
  constructor(limit, most, hop) {
    super(`the limit of '${limit}', ${most}${{ body: ' bytes', time: ' ms' }[limit] ?? ''}, is exceeded${hop > 0 ? ` at redirect ${hop}` : ''}`);
    Object.assign(this, { limit, hop });
  }

  get name() {
    return 'LimitExceeded';
  }

  get code() {
    return 'ERR_ONEIRI_LIMIT';
  }
}

/** The decision that denies something for a reason that the policy does not have. */
const denial = (code, message) => (
  { allowed: false, canonical: null, host: null, port: null, rule: null, reasons: [{ code, message, start: 0, end: 0, parsers: [] }] }
);

/** The options, of which all are known. */
function known(name, given, names) {
  const odd = Object.keys(given).find((key) => !names.includes(key));
  if (odd !== undefined) throw new TypeError(`oneiri: '${name}' has no option '${odd}'; it has ${names.join(', ')}`);
  return given;
}

/** The origin and the path of a canonical text. */
function target(canonical) {
  const [, authority, path] = /^([a-z]+:\/\/[^/?#]*)([^#]*)/.exec(canonical);
  return { origin: new URL(authority).origin, path: path.startsWith('/') ? path : `/${path}` };
}

/** Sends each request whose URL the policy admits, to an address that it admits. */
class GuardedDispatcher extends Dispatcher {
  #policy;
  #options;
  /** For each rule, because a rule may admit addresses that another one does not, and connections are used again. */
  #agents = new Map();

  constructor(policy, options) {
    super();
    this.#policy = policy;
    this.#options = options;
  }

  /** The connections of a rule. */
  #agent(rule, origin, canonical) {
    let kept = this.#agents.get(rule);
    if (kept === undefined || (kept.urls.size >= ORIGINS && !kept.urls.has(origin))) {
      kept?.agent.close();
      const urls = new Map();
      kept = { urls, agent: new Agent({ ...this.#options.agent, connect: this.#connector(urls) }) };
      this.#agents.set(rule, kept);
    }
    kept.urls.set(origin, canonical);
    return kept.agent;
  }

  /** How a rule connects. `urls` has a URL that it admits for each origin. */
  #connector(urls) {
    const found = new Map();
    const lookup = (name, { all }, callback) => {
      const addresses = found.get(name) ?? [];
      if (addresses.length === 0) callback(new Error(`no address of '${name}' is admitted`));
      else if (all) callback(null, addresses);
      else callback(null, addresses[0].address, addresses[0].family);
    };
    const connect = buildConnector({ ...this.#options.tls, lookup });
    return (options, callback) => {
      const url = urls.get(`${options.protocol}//${options.host}`);
      this.#admitted(url, options.hostname).then((addresses) => {
        found.set(options.hostname, addresses);
        connect(options, (error, socket) => {
          found.delete(options.hostname);
          if (error) return callback(error);
          // What counts is where the socket is.
          const { remoteAddress } = socket;
          if (remoteAddress !== undefined && this.#policy.admits(url, remoteAddress)) return callback(null, socket);
          socket.destroy();
          return callback(this.#noAddress(options.hostname, [remoteAddress]));
        });
      }, callback);
    };
  }

  /** The addresses of a host to which a connection may be made for a URL. */
  async #admitted(url, host) {
    const addresses = isIP(host) ? [host] : (await this.#options.lookup(host)).map((entry) => `${entry?.address ?? entry}`);
    const admitted = addresses.filter((address) => this.#policy.admits(url, address));
    if (admitted.length === 0) throw this.#noAddress(host, addresses);
    return admitted.map((address) => ({ address, family: isIP(address) }));
  }

  #noAddress(host, addresses) {
    const which = addresses.length === 0 ? '' : `; found ${addresses.join(', ')}`;
    return new Denied(denial('address', `'${host}' leads to no address that the policy admits${which}`), { addresses });
  }

  dispatch(options, handler) {
    const { path } = options;
    if (!path?.startsWith('/')) throw new TypeError("oneiri: the path of a request begins with '/'");
    const decision = this.#policy.check(`${new URL(options.origin).origin}${path}`);
    if (!decision.allowed) throw new Denied(decision);
    return this.to(decision).dispatch(options, handler);
  }

  /** Sends requests to the URL of a decision, whichever they name: what every parser reads alike, and not the text that was checked. */
  to({ rule, canonical }) {
    const url = target(canonical);
    const agent = this.#options.dangerDispatcher ?? this.#agent(rule, url.origin, canonical);
    return { url, dispatch: (options, handler) => agent.dispatch({ ...options, ...url }, handler) };
  }

  async close() {
    await Promise.all([...this.#agents.values()].map(({ agent }) => agent.close()));
  }

  async destroy(error) {
    await Promise.all([...this.#agents.values()].map(({ agent }) => agent.destroy(error ?? null)));
  }
}

/** Whole characters of UTF-8, in ISO 8859-1, or an octet that is none. */
const CHARACTERS = /[\0-\x7f]+|[\xc2-\xdf][\x80-\xbf]|(?:\xe0[\xa0-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|\xed[\x80-\x9f])[\x80-\xbf]|(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]{2}|([\x80-\xff])/g;

/** The target of a redirect as text, or `null`. As in browsers, octets that are not UTF-8 become escapes. */
function location(response) {
  const octets = response.headers.get('location');
  if (octets === null || ![301, 302, 303, 307, 308].includes(response.status)) return null;
  const escaped = octets.replace(CHARACTERS, (all, octet) => (octet ? `%${octet.charCodeAt(0).toString(16).toUpperCase()}` : all));
  return Buffer.from(escaped, 'latin1').toString();
}

/** What is sent: the URL as it was given, and content that can be sent again. */
async function given(input, init) {
  const request = typeof input?.url === 'string' ? input : null;
  const { method = request?.method ?? 'GET', headers = request?.headers, redirect = request?.redirect ?? 'follow' } = init;
  const signal = init.signal === undefined ? request?.signal : init.signal;
  const sent = { method: method.toUpperCase(), headers: new Headers(headers ?? undefined), body: null, redirect, signal };
  const body = init.body ?? (request?.body ? request : null);
  if (body !== null) {
    const content = body === request ? request : new Response(body);
    sent.body = await content.arrayBuffer();
    const type = content.headers.get('content-type');
    if (type !== null && !sent.headers.has('content-type')) sent.headers.set('content-type', type);
  }
  return { text: request?.url ?? (input instanceof URL ? input.href : `${input}`), sent };
}

/** Makes the request of a redirect, as RFC 9110 section 15.4 says. */
function follow(sent, status, isOtherOrigin) {
  const isGet = status === 303 ? !['GET', 'HEAD'].includes(sent.method) : status < 303 && sent.method === 'POST';
  if (isGet) {
    Object.assign(sent, { method: 'GET', body: null });
    CONTENT.forEach((name) => sent.headers.delete(name));
  }
  if (isOtherOrigin) SECRETS.forEach((name) => sent.headers.delete(name));
}

/** The response with a body that ends in an error where the limit is exceeded. */
function bounded(response, most, hop, url) {
  const { status, statusText, headers } = response;
  let [{ body }, left] = [response, most];
  // undici reads no more than this length, unless it unpacks the body.
  const isKnown = /^\d+$/.test(headers.get('content-length')) && !headers.has('content-encoding') && !headers.has('transfer-encoding');
  if (body !== null && !isKnown) {
    const reader = body.getReader();
    body = new ReadableStream({
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        left -= value.length;
        if (left >= 0) return controller.enqueue(value);
        reader.cancel().catch(() => {});
        throw new LimitExceeded('body', most, hop);
      },
      cancel: (reason) => reader.cancel(reason),
    }, { highWaterMark: 0 });
  }
  const bound = new Response(body, { status, statusText, headers: [...headers] });
  return Object.defineProperties(bound, { url: { value: url }, redirected: { value: hop > 0 } });
}

/** Ends the timer of a body that nobody reads anymore. */
const unread = new FinalizationRegistry(clearTimeout);

/** A `fetch` and a dispatcher of undici for a policy. */
export function guard(policy, options = {}) {
  if (typeof policy?.check !== 'function') throw new TypeError("oneiri: expected a policy, such as preset('ssrf') of 'oneiri/policy'");
  known('guard', options, ['limits', 'lookup', 'agent', 'tls', 'dangerDispatcher']);
  const limits = { ...LIMITS, ...known('limits', options.limits ?? {}, Object.keys(LIMITS)) };
  const dispatcher = new GuardedDispatcher(policy, {
    lookup: options.lookup ?? ((host) => lookUp(host, { all: true, verbatim: true })),
    agent: known('agent', options.agent ?? {}, AGENT),
    tls: known('tls', options.tls ?? {}, TLS),
    dangerDispatcher: options.dangerDispatcher,
  });

  async function fetch(input, init = {}) {
    const { text: first, sent } = await given(input, init);
    let [hop, text, from, body] = [0, first, null, null];
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(new LimitExceeded('time', limits.time, hop)), Math.min(limits.time, 2 ** 31 - 1));
    timer.unref();
    const signal = sent.signal ? AbortSignal.any([stop.signal, sent.signal]) : stop.signal;
    try {
      for (;; hop += 1) {
        const decision = policy.check(text, from?.canonical ?? null);
        if (!decision.allowed) {
          const hasNoRule = decision.reasons.some(({ code }) => code === 'no-rule');
          throw new Denied(decision, { hop, url: text, nearest: hasNoRule ? policy.nearest?.(text, from?.canonical ?? null) : null });
        }
        const to = dispatcher.to(decision);
        if (from !== null) follow(sent, from.status, to.url.origin !== from.origin);
        const request = { method: sent.method, headers: sent.headers, body: sent.body, signal, dispatcher: to, redirect: 'manual' };
        const response = await fetchBy(decision.canonical, request);
        const next = location(response);
        if (next === null || sent.redirect === 'manual') {
          if (Number(response.headers.get('content-length')) > limits.body && sent.method !== 'HEAD') {
            await response.body?.cancel();
            throw new LimitExceeded('body', limits.body, hop);
          }
          ({ body } = response);
          if (body !== null) unread.register(body, timer);
          return bounded(response, limits.body, hop, decision.canonical);
        }
        await response.body?.cancel();
        if (sent.redirect === 'error') throw new TypeError('oneiri: the response is a redirect');
        if (hop >= limits.redirects) throw new LimitExceeded('redirects', limits.redirects, hop + 1);
        [text, from] = [next, { status: response.status, origin: to.url.origin, canonical: decision.canonical }];
      }
    } catch (error) {
      const denied = error?.cause instanceof Denied ? error.cause : null;
      throw denied === null ? error : new Denied(denied.decision, { addresses: denied.addresses, hop, url: text });
    } finally {
      if (body === null) clearTimeout(timer);
    }
  }
  return { fetch, dispatcher, close: () => dispatcher.close() };
}

/**
 * The functions of the package `fast-uri`, with this package behind them, so that ajv takes them as its `uriResolver`.
 *
 * No text throws: characters that no URI has become escapes, and `parse` reports any other fault in `error`. Where an answer is not
 * that of `fast-uri`, `docs/guide/javascript.md` says why, and `tests/compat.test.js` compares both with that page.
 */
import { OneiriError } from './error.js';
import { applied, built, grammarOf, init, rungOf } from './engine.js';
import { Identifier } from './identifier.js';

export { init };

const REFERENCE = grammarOf('uri-reference');
const ESCAPE = rungOf('escape');
const PATH = rungOf('path');
const SCHEME = rungOf('scheme');
/** Stands for the scheme of a base that has none: resolving needs one. */
const STAND_IN = 'x-oneiri:';
/** RFC 3986 appendix B. */
const ANY = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/;

/** The URI reference that a text stands for. */
function repaired(text) {
  try {
    return applied('lenient', REFERENCE, 0, text, '');
  } catch (error) {
    if (!(error instanceof OneiriError) || error.kind === 'surrogate') throw error;
    // Percent signs that begin no escape, brackets, and number signs in the fragment.
    const [before, ...behind] = text.split('#');
    const escaped = [before, ...behind.length ? [behind.join('%23')] : []].join('#')
      .replace(/%(?![0-9A-Fa-f]{2})/g, '%25')
      .replace(/[[\]]/g, (bracket, at, all) => (/^[^/?#]*\/\/[^/?#]*$/.test(all.slice(0, at)) ? bracket : encodeURIComponent(bracket)));
    return applied('lenient', REFERENCE, 0, escaped, '');
  }
}

/** What `work` makes of the repaired text; `otherwise` of a text that cannot be repaired. */
function attempt(text, work, otherwise) {
  try {
    return work(repaired(text));
  } catch (error) {
    if (!(error instanceof OneiriError)) throw error;
    return otherwise(error);
  }
}

export function parse(uri) {
  return attempt(uri, (text) => {
    const found = new Identifier(applied('normalize', REFERENCE, ESCAPE, text, ''), 'uri-reference');
    const { scheme, userinfo, host, port, path, query, fragment } = found;
    return described({
      scheme: scheme ?? undefined,
      userinfo: userinfo ?? undefined,
      host: host?.replace(/^\[|\]$/g, ''),
      port: port === null ? undefined : port && Number(port),
      path,
      query: query ?? undefined,
      fragment: fragment ?? undefined,
    });
  }, (error) => {
    const [, scheme, authority, path, query, fragment] = ANY.exec(uri);
    const [, userinfo, host, port] = /^(?:(.*)@)?(.*?)(?::([^:\]]*))?$/.exec(authority ?? '');
    const parts = { scheme, userinfo, host: authority === undefined ? undefined : host, port, path, query, fragment };
    return { ...described(parts), error: error.message };
  });
}

function described(parts) {
  const { scheme, host, path, query, fragment } = parts;
  const same = scheme === undefined && host === undefined && path === '' && query === undefined;
  const named = scheme === undefined ? 'relative' : fragment === undefined ? 'absolute' : 'uri';
  return { ...parts, reference: same ? 'same-document' : named };
}

/**
 * Puts components together, in their normal form. A character that a component does not allow becomes an escape, so no component
 * gets into another one. Throws for a scheme or a port that is none.
 */
export function serialize({ scheme, userinfo, host, port, path = '', query, fragment }) {
  const has = (part) => part !== undefined && part !== null;
  const hasPort = has(port) && port !== '';
  const hasAuthority = has(userinfo) || has(host) || hasPort;
  const bare = has(host) && /^\[.*\]$/.test(host) ? host.slice(1, -1) : host;
  const rooted = hasAuthority && path !== '' && !path.startsWith('/') ? `/${path}` : path;
  // A path that would be read as an authority or as a scheme.
  const single = hasAuthority ? rooted : rooted.replace(/^\/\//, '/%2F');
  const plain = hasAuthority || scheme ? single : single.replace(/^[^/]*:/, (segment) => segment.replaceAll(':', '%3A'));
  const authority = hasAuthority ? [bare ?? '', userinfo, hasPort ? String(port) : undefined] : [];
  const text = built(REFERENCE, 1, [scheme || undefined, undefined, ...authority, ...Array(3 - authority.length).fill(), plain, query, fragment]);
  return applied('normalize', REFERENCE, SCHEME, text, '');
}

/** Resolves a reference against a base, which may lack a scheme. The result is normalized by syntax. */
export function resolve(base, reference) {
  return attempt(reference, (target) => attempt(base, (from) => {
    const absolute = /^[a-z][a-z0-9+.-]*:/i.test(from);
    const found = applied('resolve', grammarOf('uri'), 0, absolute ? from : STAND_IN + from, target);
    const text = !absolute && found.startsWith(STAND_IN) ? relative(found.slice(STAND_IN.length)) : found;
    return applied('normalize', REFERENCE, PATH, text, '');
  }, () => reference), () => reference);
}

/** A text from which a scheme was taken: its first segment must not look like another. */
function relative(text) {
  return /^[^/?#]*:/.test(text) ? `./${text}` : text;
}

/** The normal form of a text, or of components. */
export function normalize(uri) {
  if (typeof uri !== 'string') return parse(serialize(uri));
  return attempt(uri, (text) => applied('normalize', REFERENCE, SCHEME, text, ''), () => uri);
}

export function equal(a, b) {
  const [left, right] = [a, b].map((uri) => normalize(typeof uri === 'string' ? uri : serialize(uri)));
  return left === right;
}

export default { parse, serialize, resolve, normalize, equal };

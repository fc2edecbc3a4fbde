/**
 * A parsed identifier. Its six offsets are those of `Offsets` in `crates/oneiri-wasm/src/parts.rs`, and the order of `COMPONENTS` is
 * that of `build.rs` there. The cases of `testdata/` hold both (`tests/cases.test.js`).
 */
import { TEXT, textOf } from './answer.js';
import { applied, built, grammarOf, offsets, rungOf, tryOffsets } from './engine.js';

const NONE = -1;
/** In the order in which the module sets them. */
const COMPONENTS = ['scheme', 'authority', 'host', 'userinfo', 'port', 'path', 'query', 'fragment'];

/** The identifier that has these components. */
export function build(parts, { grammar = 'iri-reference', repair = false } = {}) {
  for (const name in parts) {
    if (!COMPONENTS.includes(name)) {
      throw new TypeError(`oneiri: a component is one of ${COMPONENTS.join(', ')}, not ${name}`);
    }
  }
  const texts = COMPONENTS.map((name) => (typeof parts[name] === 'number' ? String(parts[name]) : parts[name]));
  return new Identifier(built(grammarOf(grammar), +repair, texts), grammar);
}

/** The offsets of the text that the next `Identifier` has, if `tryParse` has found them. */
let parsed = null;

/**
 * A valid text, and the offsets of its components. A component that is absent is `null`; a component that is present
 * and empty is `''`. Only the path is never absent.
 */
export class Identifier {
  #text;
  #grammar;
  #scheme;
  #host;
  #hostEnd;
  #path;
  #pathEnd;
  #queryEnd;

  constructor(given, grammar = 'iri-reference') {
    const text = textOf(given);
    const found = parsed ?? offsets(text, grammarOf(grammar));
    parsed = null;
    this.#text = text;
    // A copy that can be enumerated: `deepStrictEqual`, `toEqual` and `structuredClone` see no private field.
    this.text = text;
    this.#grammar = grammar;
    this.#scheme = found[0];
    this.#host = found[1];
    this.#hostEnd = found[2];
    this.#path = found[3];
    this.#pathEnd = found[4];
    this.#queryEnd = found[5];
  }

  /** Like the constructor, but `null` for an invalid text. */
  static tryParse(given, grammar = 'iri-reference') {
    const text = textOf(given);
    const found = tryOffsets(text, grammarOf(grammar));
    parsed = found;
    return found === null ? null : new Identifier(text, grammar);
  }

  get [TEXT]() {
    return this.#text;
  }

  get scheme() {
    return this.#scheme === NONE ? null : this.#text.slice(0, this.#scheme);
  }

  get authority() {
    return this.#host === NONE ? null : this.#text.slice(this.#authority(), this.#path);
  }

  get userinfo() {
    if (this.#host === NONE) return null;
    const start = this.#authority();
    return start === this.#host ? null : this.#text.slice(start, this.#host - 1);
  }

  /** The host. An IP literal has its brackets. */
  get host() {
    return this.#host === NONE ? null : this.#text.slice(this.#host, this.#hostEnd);
  }

  /** The digits of the port, perhaps none. */
  get port() {
    if (this.#host === NONE || this.#hostEnd === this.#path) return null;
    return this.#text.slice(this.#hostEnd + 1, this.#path);
  }

  get path() {
    return this.#text.slice(this.#path, this.#pathEnd);
  }

  get query() {
    return this.#queryEnd === this.#pathEnd ? null : this.#text.slice(this.#pathEnd + 1, this.#queryEnd);
  }

  get fragment() {
    return this.#queryEnd === this.#text.length ? null : this.#text.slice(this.#queryEnd + 1);
  }

  /** Where the authority begins. */
  #authority() {
    return (this.#scheme === NONE ? 0 : this.#scheme + 1) + 2;
  }

  /** The normal form at a rung. */
  normalize(rung = 'scheme') {
    const normal = applied('normalize', grammarOf(this.#grammar), rungOf(rung), this.#text, '');
    return normal === this.#text ? this : new Identifier(normal, this.#grammar);
  }

  /** The target of a reference, with this identifier as its base. */
  resolve(reference) {
    const grammar = grammarOf(this.#grammar);
    return new Identifier(applied('resolve', grammar, 0, this.#text, reference), this.#grammar);
  }

  /** A copy with other components; `null` removes one, and `undefined` keeps it. An authority replaces its three parts. */
  with(changes, { repair = false } = {}) {
    const { scheme, userinfo, host, port, path, query, fragment } = this;
    const authority = changes.authority === undefined ? { userinfo, host, port } : {};
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    const parts = { scheme, ...authority, path, query, fragment, ...Object.fromEntries(given) };
    return build(parts, { grammar: this.#grammar, repair });
  }

  toString() {
    return this.#text;
  }

  toJSON() {
    return this.#text;
  }

  /** What `console.log` of Node shows. */
  [Symbol.for('nodejs.util.inspect.custom')](_depth, _options, inspect) {
    const { text, scheme, authority, path, query, fragment } = this;
    const parts = { text, scheme, authority, path, query, fragment };
    return `Identifier ${inspect ? inspect(parts) : JSON.stringify(parts)}`;
  }
}

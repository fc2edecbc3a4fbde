/**
 * The URL Standard: its class `URL`, and all validation errors of a text. The numbers and the order of an answer are those of
 * `crates/oneiri-wasm/src/subpath/whatwg.rs`. `tests/subpaths.test.js` compares attributes and setters with the `URL` of Node.
 */
import { TEXT, limits } from './answer.js';
import { OneiriError } from './error.js';
import { list, open, range, withBase } from './subpath.js';

const { ask, init, trim } = open('whatwg.wasm', () => new URL('./whatwg.wasm', import.meta.url));
const [PARSE, VALIDATE, CAN_PARSE] = [0, 1, 2];
/** In the order in which an answer has them. */
const PARTS = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];
/** The numbers of the setters. */
const SET = { protocol: 3, username: 4, password: 5, host: 6, hostname: 7, port: 8, pathname: 9, search: 10, hash: 11 };

/** A string as the Standard takes it: half of a surrogate pair is U+FFFD. */
// A template throws for a symbol, and `String` does not.
const usv = (value) => `${value}`.replace(/\p{Surrogate}/gu, '\ufffd');

/** A text and perhaps a base. As in the Standard, only `undefined` is no base. */
const texts = (text, base) => withBase([usv(text)], base === undefined ? undefined : usv(base));

// Written out, because this is a third of the time that a URL takes.
function parts(answer) {
  return {
    href: answer.text(),
    origin: answer.text(),
    protocol: answer.text(),
    username: answer.text(),
    password: answer.text(),
    host: answer.text(),
    hostname: answer.text(),
    port: answer.text(),
    pathname: answer.text(),
    search: answer.text(),
    hash: answer.text(),
  };
}

/** The parts of a text that is parsed. The error is the `TypeError` of the Standard, with what an `OneiriError` has. */
function parse(text, base) {
  try {
    return parts(ask(PARSE, texts(text, base)));
  } catch (error) {
    if (!(error instanceof OneiriError)) throw error;
    const { start, end, kind, found } = error;
    throw Object.assign(new TypeError(error.message), { code: 'ERR_INVALID_URL', input: error.text, text: error.text, start, end, kind, found });
  }
}

let HREF;

/** The class of the object that it is given. */
class Given {
  constructor(object) {
    return object;
  }
}

/**
 * The pairs of a URL: each change is written into the URL, and a change of its query is read. They are those of a URL of the platform, because
 * nothing else replaces all pairs at once.
 */
class SearchParams extends Given {
  #changed;
  #carrier;

  constructor(search, changed) {
    const carrier = new URL('a:');
    super(Object.setPrototypeOf(carrier.searchParams, SearchParams.prototype));
    this.#carrier = carrier;
    carrier.search = search;
    this.#changed = changed;
  }

  /** Takes the pairs of another query, without a word to the URL. */
  static replace(params, search) {
    params.#carrier.search = search;
  }

  static {
    for (const name of ['append', 'delete', 'set', 'sort']) {
      const method = URLSearchParams.prototype[name];
      this.prototype[name] = { [name](...given) {
        method.apply(this, given);
        this.#changed?.();
      } }[name];
    }
    Object.setPrototypeOf(this.prototype, URLSearchParams.prototype);
  }
}

export { init, limits, trim };

// Here `URL` is that of the platform, by which bundlers find the module. To all others this class has the name of the Standard.
class StandardURL {
  static {
    Object.defineProperty(this, 'name', { value: 'URL' });
    Object.defineProperty(this.prototype, Symbol.toStringTag, { value: 'URL', configurable: true });
  }

  #parts;
  #params;

  constructor(text, base) {
    this.#parts = parse(text, base);
    // A property of its own too: `deepStrictEqual`, `toEqual` and `structuredClone` see no others.
    Object.defineProperty(this, 'href', HREF);
  }

  static {
    for (const name of PARTS) {
      Object.defineProperty(this.prototype, name, {
        enumerable: true,
        configurable: true,
        get() { return this.#parts[name]; },
        set: name === 'origin' ? undefined : function set(value) {
          this.#parts = name === 'href' ? parse(value) : parts(ask(SET[name], [this.href, usv(value)]));
          if (this.#params !== undefined && (name === 'href' || name === 'search')) SearchParams.replace(this.#params, this.search);
        },
      });
    }
    HREF = Object.getOwnPropertyDescriptor(this.prototype, 'href');
  }

  get [TEXT]() {
    return this.href;
  }

  static canParse(text, base) {
    return ask(CAN_PARSE, texts(text, base)).number() === 1;
  }

  static parse(text, base) {
    try {
      return new StandardURL(text, base);
    } catch (error) {
      if (error.code === 'ERR_INVALID_URL') return null;
      throw error;
    }
  }

  get searchParams() {
    this.#params ??= new SearchParams(this.search, () => {
      this.#parts = parts(ask(SET.search, [this.href, this.#params.toString()]));
    });
    return this.#params;
  }

  toString() {
    return this.href;
  }

  toJSON() {
    return this.href;
  }

  [Symbol.for('nodejs.util.inspect.custom')](_depth, _options, inspect) {
    return `URL ${inspect ? inspect(this.#parts) : JSON.stringify(this.#parts)}`;
  }
}

Object.defineProperty(StandardURL.prototype, 'searchParams', { enumerable: true });

export { StandardURL as URL };

/** All validation errors of a text, and its URL. */
export function validate(text, base) {
  const answer = ask(VALIDATE, texts(text, base));
  const href = answer.number() === 1 ? answer.text() : null;
  const errors = list(answer, () => ({ name: answer.text(), ...range(answer), message: answer.text() }));
  return { href, errors };
}

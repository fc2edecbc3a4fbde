/**
 * Texts by chance, read by us and by the packages whose place we take: `node tests/differential.js [CASES] [SEED]`. The URL Standard is
 * compared with whatwg-url; fast-uri is compared where the guide names no difference.
 */
import { isDeepStrictEqual } from 'node:util';
import fastUri from 'fast-uri';
import whatwgUrl from 'whatwg-url';
import * as ours from '../src/fast-uri.js';
import { valid } from '../src/index.js';
import { URL as StandardURL } from '../src/whatwg.js';

const ATTRIBUTES = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];
const SETTERS = ATTRIBUTES.filter((name) => name !== 'origin');
/** What texts are made of: delimiters, hosts, escapes, what a decoder may take away or replace, and names that every object has. */
const PIECES = [
  'http', 'https', 'ws', 'file', 'foo', 'urn', 'mailto', ':', ':', '/', '/', '//', '\\', '?', '#', '@', '[', ']', '.', '..', '%2e', '%', '%41', '%zz', '%C3%A9', '%2F',
  'h', 'EXAMPLE.com', '127.1', '0x7f', '[::1]', '1', '80', '443', '65536', 'a', 'B', '~', ' ', '\t', '\n', '\0', '|', '^', '`', '{', '}', '<', '"', "'", '&', '=', '+', ';',
  '\ufeff', '\ufeff', '\ufffe', '\uffff', '\u200d', '\u00ad', '\u0085', '\u2028', '\u00e9', '\u00df', '\u{1f600}', '\u{10ffff}', '\ud800', '\udc00', '\udfff',
  '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'href', 'then',
];

/** What valid references are made of. */
const PLAIN = PIECES.filter((piece) => valid(`http://h/${piece}`, 'uri') && piece !== ':');

/** Marsaglia's xorshift. */
function chance(seed) {
  let state = seed | 0 || 1;
  return (most) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % most;
  };
}

const outcome = (work) => {
  try {
    return work();
  } catch (error) {
    return error instanceof TypeError || error.name === 'OneiriError' ? 'throws' : `throws ${error}`;
  }
};

/** What the guide says of fast-uri. */
function explained(...texts) {
  return texts.some((text) => !valid(text, 'uri-reference') || /^(?:urn|mailto|wss?):|^https?:(?:$|[?#]|[^/]|\/(?!\/))|^(?:https?:)?\/\/(?:[^/?#]*@)?(?:$|[:/?#])|^(?:[a-z][^:/?#]*:)?\/\/[^/?#]*%|\[|^[a-z][^:/?#]*:(?!\/)(?:[^?#]*\/)?\.{1,2}(?:$|[/?#])|^(?:[a-z][^:/?#]*:)?\/\/[^/?#]*:(?:$|[/?#])/i.test(text)
    || /%(?:2e|[89a-f])/i.test(text) || /^(?:https?:)?\/\/(?:[^/?#]*@)?(?:[^/?#]*\.)?(?:\d+|0x[\da-f]*)\.?(?:$|[:/?#])/i.test(text)
    || (!/^[a-z][a-z\d+.-]*:/i.test(text) && /(?:^|\/)\.{1,2}(?:$|[/?#])/.test(text)));
}

/** Compares so many cases, and returns what differs, and how many comparisons of fast-uri the guide excuses. */
export function compare(cases, seed) {
  const next = chance(seed);
  const made = (pieces = PIECES) => Array.from({ length: 1 + next(8) }, () => pieces[next(pieces.length)]).join('');
  const plain = () => ['', '//', 'http://h/', 'http://', 'foo://', 'foo:', '/', '//h/'][next(8)] + made(PLAIN);
  const texts = () => [made, () => `http://${made()}`, () => `http://h/${made()}`, () => `foo:${made()}`, () => `//${made()}`][next(5)]();
  const [faults, counts] = [[], { whatwg: 0, fastUri: 0, excused: 0 }];
  const same = (what, one, other) => {
    const [left, right] = [outcome(one), outcome(other)];
    if (!isDeepStrictEqual(left, right)) faults.push({ what, ours: left, theirs: right });
  };
  for (let nth = 0; nth < cases; nth += 1) {
    const [text, value] = nth % 4 === 1 ? [plain(), plain()] : [texts(), texts()];
    if (nth % 2 === 0) {
      counts.whatwg += 1;
      const base = next(2) ? undefined : ['http://h/a/b?q', 'foo:x', 'file:///c:/x', 'foo://h/a'][next(4)];
      const setter = SETTERS[next(SETTERS.length)];
      const shown = (Class) => () => {
        const url = new Class(text, base);
        const before = ATTRIBUTES.map((name) => url[name]);
        const params = url.searchParams;
        outcome(() => { url[setter] = value; });
        if (nth % 4 === 0) params.append(value, text);
        return [before, ATTRIBUTES.map((name) => url[name]), [...params], `${params}`];
      };
      same(['whatwg', text, base, setter, value], shown(StandardURL), shown(whatwgUrl.URL));
    } else {
      const excused = explained(text, value);
      counts[excused ? 'excused' : 'fastUri'] += 1;
      const parts = (it) => Object.fromEntries(Object.entries(it).filter(([, part]) => part !== undefined));
      for (const [name, ...given] of [['parse', text], ['normalize', text], ['resolve', text, value], ['equal', text, value]]) {
        if (!excused) same([name, ...given], () => parts([ours[name](...given)].flat()), () => parts([fastUri[name](...given)].flat()));
        else if (outcome(() => ours[name](...given))?.startsWith?.('throws ')) faults.push({ what: [name, ...given], ours: 'an error of its own' });
      }
      // No component gets into another: what is serialized has the host that was given.
      const host = outcome(() => ours.parse(ours.serialize({ scheme: 'foo', host: value, path: text })).host);
      if (host !== 'throws' && /[@/?#\\:]/.test(host.replace(/^[\da-f:.]+$/i, ''))) faults.push({ what: ['serialize', value, text], ours: host });
    }
  }
  return { faults, counts };
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const { faults, counts } = compare(Number(process.argv[2] ?? 300_000), Number(process.argv[3] ?? 48));
  for (const fault of faults.slice(0, 20)) console.log(JSON.stringify(fault));
  console.log(`${faults.length} unexplained; ${JSON.stringify(counts)}`);
  process.exitCode = Number(faults.length > 0);
}

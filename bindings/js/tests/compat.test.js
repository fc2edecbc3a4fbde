/** The drop-in functions beside the packages whose place they take, and ajv with them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import Ajv from 'ajv';
import fastUri from 'fast-uri';
import uriJs from 'uri-js';
import { formats } from '../src/ajv.js';
import * as ours from '../src/fast-uri.js';
import * as oursToo from '../src/uri-js.js';
import { data } from './data.js';
import { compare } from './differential.js';

const TEXTS = [
  'http://U:p@EXAMPLE.com:8080/a/../%7eb?q=%7e#f%41', 'http://h:80/', 'http://h', 'a/b?c', '', '#x', '//h/p', 'http://[::1]:7/x',
  'http://h:/p', 'http://h/a b', 'http://h/?', '?q', 'file:///a', 'a\\b', 'https://example.com/schemas/a.json#/$defs/x',
  '#/definitions/a~1b', 'tag:example.com,2020:a', '../x/y', 'x-chat://h/chat', 'http://h/%E9', 'http://h/a"b',
];

test('parse and normalize agree with fast-uri and uri-js', () => {
  const plain = (parts) => Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
  for (const text of TEXTS) {
    assert.deepEqual(plain(ours.parse(text)), plain(fastUri.parse(text)), text);
    assert.deepEqual(plain(oursToo.parse(text)), plain(uriJs.parse(text)), text);
    assert.equal(ours.normalize(text), fastUri.normalize(text), text);
  }
});

test('serialize agrees', () => {
  for (const parts of [
    { scheme: 'http', host: 'h', port: 80, path: 'a', query: 'q', fragment: 'f' },
    { scheme: 'http', userinfo: 'u', host: '::1', port: 8080, path: '/a' },
    { path: 'a/b', fragment: '/x' }, { host: 'h', path: '/p' }, { scheme: 'tag', path: 'a' }, {},
  ]) {
    assert.equal(ours.serialize(parts), fastUri.serialize(parts));
    assert.equal(oursToo.serialize(parts), uriJs.serialize(parts));
  }
});

test('resolve agrees, also for a base without a scheme', () => {
  const bases = ['schema.json', '', 'http://h/a/b', 'http://h', 'a/b/', 'http://h/%7ea/', 'https://example.com/schemas/root.json#'];
  const references = ['defs.json#/a', '#foo', 'X', '../c', '/d', '?q', '', 'http://g/', '//g/x', 'tag:a', '#/$defs/a%25b'];
  for (const base of bases) {
    for (const reference of references) {
      // A base without a scheme and without a folder to leave: fast-uri keeps `../`.
      if (reference === '../c' && ['', 'schema.json'].includes(base)) continue;
      assert.equal(ours.resolve(base, reference), fastUri.resolve(base, reference), `${base} ${reference}`);
    }
  }
});

test('equal', () => {
  assert.equal(ours.equal('http://h:80/', 'HTTP://h'), true);
  assert.equal(ours.equal('a', 'b'), false);
  assert.equal(ours.equal({ scheme: 'http', host: 'h' }, 'http://h/'), true);
});

test('no text throws, and an error is reported', () => {
  for (const text of ['http://h:port/', '%zz', 'http://[', 'a]b#c#d', '://', '1:x', 'http://h/[', '#[x]', '%', ' : ']) {
    assert.equal(typeof ours.parse(text).path, 'string', text);
    assert.equal(typeof ours.normalize(text), 'string', text);
    assert.equal(typeof ours.resolve('http://h/', text), 'string', text);
    assert.equal(typeof ours.resolve(text, 'x'), 'string', text);
  }
  assert.match(ours.parse('http://h:port/').error, /port/);
});

/** The schemas of ajv's guide "Combining schemas with $ref", and those of JSON Schema's own guide to references. */
const SCHEMAS = [
  {
    schemas: [
      { $id: 'http://example.com/schemas/schema.json', type: 'object', properties: { foo: { $ref: 'defs.json#/definitions/int' }, bar: { $ref: 'defs.json#/definitions/str' } } },
      { $id: 'http://example.com/schemas/defs.json', definitions: { int: { type: 'integer' }, str: { type: 'string' } } },
    ],
    good: { foo: 1, bar: 'a' },
    bad: { foo: 'a' },
  },
  {
    schemas: [
      { $id: 'http://example.com/root.json', definitions: { A: { $id: '#foo', type: 'integer' }, B: { $id: 'other.json', definitions: { X: { $id: '#bar', type: 'string' }, Y: { $id: 't/inner.json', type: 'null' } } } }, properties: { a: { $ref: '#foo' }, b: { $ref: 'other.json#bar' }, c: { $ref: 't/inner.json' } } },
    ],
    good: { a: 1, b: 'x', c: null },
    bad: { b: 1 },
  },
  {
    schemas: [{ $id: 'schema.json', type: 'object', properties: { child: { $ref: '#' }, n: { $ref: 'schema.json#/definitions/n%25' } }, definitions: { 'n%': { type: 'number' } } }],
    good: { child: { child: { n: 2 } } },
    bad: { child: { child: { n: 'x' } } },
  },
  {
    schemas: [
      { $id: 'https://example.com/schemas/customer', type: 'object', properties: { shipping: { $ref: '/schemas/address' }, billing: { $ref: 'address' } } },
      { $id: 'https://example.com/schemas/address', type: 'object', required: ['street'] },
    ],
    good: { shipping: { street: 'x' }, billing: { street: 'y' } },
    bad: { billing: {} },
  },
];

test('ajv resolves references with our resolver as with its own', () => {
  for (const { schemas, good, bad } of SCHEMAS) {
    const answers = [undefined, ours].map((uriResolver) => {
      const ajv = new Ajv({ strict: false, ...uriResolver && { uriResolver } });
      for (const schema of schemas.slice(1)) ajv.addSchema(schema);
      let checked;
      try {
        const validate = ajv.compile(schemas[0]);
        checked = [validate(good), validate(bad)];
      } catch (error) {
        checked = error.message;
      }
      return [checked, Object.keys(ajv.refs).sort(), Object.keys(ajv.schemas).sort()];
    });
    assert.deepEqual(answers[1], answers[0], schemas[0].$id);
    if (schemas[0].$id !== 'http://example.com/root.json') assert.deepEqual(answers[1][0], [true, false], schemas[0].$id);
  }
});

test('the JSON Schema Test Suite passes through ajv with our formats', () => {
  const cases = data['json-schema'];
  assert.equal(cases.length, 87);
  const ajv = new Ajv();
  for (const [name, check] of Object.entries(formats)) ajv.addFormat(name, check);
  for (const { id, format, input, valid, name } of cases) {
    assert.equal(ajv.compile({ type: 'string', format })(input), valid, `${id}: ${format}: ${name}`);
  }
});

const REFERENCES = ['defs.json#/a', '#foo', 'X', '../c', '/d', '?q', '', 'http://g/', '//g/x', 'tag:a', '#/$defs/a%25b', '..', '.', 'g;x=1/../y', 'a b', 'http:g', 'http://\':'];
const MORE = [
  'urn:isbn:123', 'urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6', 'mailto:A@B.com?subject=x', 'ws://h/a?b', 'wss://h:443/', 'http://\u00c9.com/\u00e9',
  'http://xn--9ca.com/', 'http://h/%zz', 'http://h/%', 'http://h/a%2Fb', 'HTTP://H/./a/../b', '/a/../b', './a', '../a/../b', 'http://h/..', 'http://h//a',
  'http:', 'http:///a', 'a:b:c', 'http://127.1/', '//a0x7f://...h', 'http://\':', 'http://%2F', 'http://%41@h/', 'http://h/%2ea', 'http://h:port/', 'http://u@h@i/', 'http://[::1', 'http://[v1.a]/', 'http://[fe80::1%25en0]/', 'http://1.2.3.4/', 'http://h?q',
  'http://h/\t', '\ufeffa', 'http://h\\@evil/', '//', '#', '%41', 'http://%65xample.com/', 'http://a%40b/', 'http://u:p@:80/', 'https://h:443/a', '__proto__:x',
  'constructor', 'http://h/?__proto__=1', '\ud800', 'http://h/\udc00',
];
const COMPONENTS = [
  { scheme: 'http', host: 'a@b' }, { scheme: 'http', userinfo: 'u@/', host: 'h' }, { scheme: 'http', host: 'h', path: '/a?b#c' }, { path: '//evil' }, { path: 'a:b' },
  { host: 'h:80' }, { host: 'a/b' }, { host: '[::1]' }, { host: 'fe80::1%25en0' }, { scheme: 'x:y', path: 'z' }, { scheme: 'http', host: 'h', port: '80/x' },
  { scheme: 'http', host: 'h', port: 0 }, { scheme: 'http', host: 'h', fragment: 'a#b' }, { scheme: 'HTTP', host: 'EXAMPLE', path: '/a/../b' }, { path: '/a/../b' },
  { path: '../b' }, { scheme: 'http', host: 'h\0' }, { scheme: 'http', host: '\u00c9' }, { scheme: 'http', host: 'h', path: '/%zz%7e' }, { scheme: 'http', path: '//a' },
];

/** Where we differ from fast-uri on purpose: what the guide says, and which calls it is about. */
const DIFFERENCES = {
  '`urn`, `mailto`, `ws` and `wss` have the components of all schemes': /^(?:parse|normalize) (?:\["urn:|\["mailto:|\["wss?:)/,
  'a host beyond ASCII becomes escapes, not Punycode': /\u00c9/,
  'half of a surrogate pair throws an `OneiriError`, and does not become U+FFFD': /\\ud800|\\udc00/,
  'what is invalid becomes escapes: `%` that begins none, controls and backslashes': /%zz|%"|\\t|\\\\@/,
  '`..` and `.` stay in a reference without a scheme, and `resolve` stops at the first folder of such a base': /^(?:normalize|serialize) \[(?:\{"path":)?"[./]|^resolve \["(?:schema\.json|a\/b\/)?","\.\.?/,
  'an authority that is invalid is reported in `error`, with other components': /^parse \["http:\/\/(?:h:port|u@h@i|\[)/,
  'a host of `http` that is a number stays as it is, and does not become an IPv4 address': /http:\/\/127\.1/,
  'a host of `http` that is no domain is valid by RFC 3986, also an empty one': /http:\/\/%2F|^resolve .*"\/\/\/x/,
  'an escaped letter in a userinfo becomes a letter': /%41@/,
  '`%2e` becomes `.`, because a dot needs no escape': /%2ea/,
  'IPv6 has no zones (RFC 9844), so their host is invalid': /fe80/,
  '`http:g` is an absolute URI, and does not throw': /"http:g"/,
  '`http:` stays as it is, and so does a port without a host': /^normalize \["http:(?:"|\/\/u:p@:80)/,
  '`serialize` returns the normal form, as `normalize` does': /^serialize \[\{"scheme":"(?:HTTP|http","host":"h","path":"\/%zz)/,
  'an empty port always goes': /"http:\/\/':/,
  'a path without a slash at its start gets none when its dot segments go': /^resolve \["urn:a:b","g;/,
};

test('every answer is that of fast-uri, or the guide says why not', () => {
  const calls = [
    ...[...TEXTS, ...MORE].flatMap((text) => [['parse', text], ['normalize', text]]),
    ...['schema.json', '', 'http://h/a/b', 'http://h', 'a/b/', '/r/s', 'urn:a:b', 'file:///x/y'].flatMap((base) => REFERENCES.map((it) => ['resolve', base, it])),
    ...COMPONENTS.map((parts) => ['serialize', parts]),
    ...[['http://h:80/', 'HTTP://h'], ['a', 'b'], ['http://h/%7e', 'http://h/~'], ['http://h/a%2fb', 'http://h/a%2Fb'], ['a', 'A']].map((two) => ['equal', ...two]),
  ];
  const answer = (package_, name, given) => {
    try {
      const found = package_[name](...structuredClone(given));
      const parts = (it) => Object.entries(it).filter(([part, value]) => value !== undefined && part !== 'error').sort();
      return JSON.stringify(typeof found === 'object' ? parts(found) : found);
    } catch {
      return 'throws';
    }
  };
  const [unexplained, seen] = [[], new Set()];
  let same = 0;
  for (const [name, ...given] of calls) {
    const [own, theirs] = [ours, fastUri].map((package_) => answer(package_, name, given));
    if (own === theirs) {
      same += 1;
      continue;
    }
    const call = `${name} ${JSON.stringify(given)}`;
    const why = Object.keys(DIFFERENCES).find((it) => DIFFERENCES[it].test(call));
    if (why === undefined) unexplained.push(`${call}: ${own}, and fast-uri ${theirs}`);
    seen.add(why);
  }
  assert.deepEqual(unexplained, []);
  assert.deepEqual(Object.keys(DIFFERENCES).filter((why) => !seen.has(why)), [], 'a difference that is none');
  assert.ok(same / calls.length > 0.75, `${same} of ${calls.length}`);
  const guide = readFileSync(new URL('../../../docs/guide/javascript.md', import.meta.url), 'utf8').replace(/\s+/g, ' ');
  for (const why of Object.keys(DIFFERENCES)) assert.ok(guide.includes(why), `the guide does not say: ${why}`);
  const missing = [fastUri, uriJs].flatMap((package_, nth) => Object.keys(package_).filter((name) => !([ours, oursToo][nth])[name]));
  for (const name of missing) assert.ok(guide.includes(`\`${name}\``), `the guide does not name ${name}`);
});

test('texts by chance: whatwg-url and fast-uri agree with us, or the guide says why not', () => {
  const { faults, counts } = compare(6000, 20261126);
  assert.deepEqual(faults, []);
  assert.ok(counts.whatwg === 3000 && counts.fastUri > 600, JSON.stringify(counts));
});

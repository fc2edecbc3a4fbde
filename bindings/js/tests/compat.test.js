/** The drop-in functions beside the packages whose place they take, and ajv with them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Ajv from 'ajv';
import fastUri from 'fast-uri';
import uriJs from 'uri-js';
import { formats } from '../src/ajv.js';
import * as ours from '../src/fast-uri.js';
import * as oursToo from '../src/uri-js.js';
import { data } from './data.js';

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

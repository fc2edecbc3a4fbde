/** The boundary: a text that goes in unchanged comes out unchanged, whatever its characters are, and no value is a text by accident. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import * as fastUri from '../src/fast-uri.js';
import * as oneiri from '../src/index.js';
import { readAll } from '../src/parsers.js';
import { preset } from '../src/policy.js';
import { redactText } from '../src/redact.js';
import { Router, Template } from '../src/template.js';
import { URL as StandardURL, validate } from '../src/whatwg.js';

/** All scalar values. */
const SCALARS = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);
/** Where a character stands: alone, at the start, in the middle, at the end, after another that is not ASCII. */
const PLACES = [(c) => c, (c) => `${c}x`, (c) => `x${c}x`, (c) => `x${c}`, (c) => `é${c}`];
/** The lone surrogates, and some in company. */
const SURROGATES = [...Array.from({ length: 0x800 }, (_, nth) => String.fromCharCode(0xd800 + nth)), 'a\ud800', '\udc00\ud800', '\ud83dx\ude00'];

test('law: every character comes out of every function as it went in', () => {
  for (const place of PLACES) {
    const texts = SCALARS.map((code) => place(String.fromCodePoint(code)));
    const lines = texts.filter((text) => !/[\r\n]/.test(text));
    // 65 of them at once, so that each is at the start of an answer somewhere; an invalid line stays as it is.
    for (let at = 0; at < lines.length; at += 65_000) {
      const text = lines.slice(at, at + 65_000).join('\n');
      assert.equal(oneiri.normalizeLines(text, 'string').lines, text);
    }
    for (const text of texts.filter((_, nth) => nth % 61 === 0 || nth < 0x300 || (nth > 0xf700 && nth < 0xf900))) {
      assert.equal(oneiri.decode(oneiri.encode(text)), text);
      const escaped = new Template('{a}').expand({ a: text });
      assert.equal(escaped, oneiri.encode(text));
      const found = oneiri.tryParse(text);
      if (found) assert.equal(oneiri.build(found.path === '' ? { query: text } : { path: found.path }, { repair: true }).path, found.path);
    }
  }
});

test('law: a mark of byte order at the start of any answer stays', () => {
  const mark = '\ufeff';
  assert.equal(oneiri.normalize(`${mark}//evil.example/%7e`), `${mark}//evil.example/~`);
  assert.equal(oneiri.normalizeLines(`${mark}%7e\n${mark}a b\n`).lines, `${mark}~\n${mark}a b\n`);
  assert.deepEqual(oneiri.normalizeAll([`${mark}%7e`]), [`${mark}~`]);
  assert.equal(oneiri.decode('%EF%BB%BFa'), `${mark}a`);
  assert.equal(oneiri.toIri('%EF%BB%BFa'), '%EF%BB%BFa'.replace('%EF%BB%BF', oneiri.toIri('a%EF%BB%BF').slice(1)));
  assert.equal(oneiri.lenient(`${mark} `), `${mark}%20`);
  assert.equal(oneiri.parse(`${mark}a`).with({ query: 'q' }).text, `${mark}a?q`);
  for (const reading of readAll(`${mark}abc?q#f`).filter(({ refusal }) => refusal === null)) {
    for (const [name, { start, end }] of Object.entries(reading.ranges)) {
      const [part, value] = [`${mark}abc?q#f`.slice(start, end), reading[name]];
      assert.ok(part === value || !value.includes(mark), `${reading.parser} ${name}`);
    }
  }
  assert.equal(validate(mark).href, null);
  assert.equal(new StandardURL(mark, 'http://h').pathname, '/%EF%BB%BF');
  assert.equal(new Template(`{a}`).match('%EF%BB%BFx').values.a, `${mark}x`);
});

test('half of a surrogate pair: an error, a denial, no match, U+FFFD in the URL Standard, and a line that stays', () => {
  const ssrf = preset('ssrf');
  const [router, template] = [new Router(['/{a}']), new Template('/{a}')];
  for (const text of SURROGATES) {
    assert.equal(oneiri.valid(text), false);
    assert.equal(oneiri.tryParse(text), null);
    assert.throws(() => oneiri.normalize(text), { name: 'OneiriError', kind: 'surrogate', code: 'ERR_ONEIRI_INVALID', input: text });
    const { allowed, reasons: [reason] } = ssrf.check(`https://h/${text}`);
    assert.deepEqual([allowed, reason.code, reason.start], [false, 'not-utf8', `https://h/${text}`.search(/\p{Surrogate}/u)]);
    assert.equal(ssrf.check('/a', text).reasons[0].code, 'base');
    assert.equal(ssrf.admits(`https://h/${text}`, '8.8.8.8'), false);
    assert.deepEqual([router.find(`/${text}`), template.match(`/${text}`)], [null, null]);
    const lines = `HTTP://h\n${text}\r\nHTTP://g\n`;
    assert.deepEqual(oneiri.normalizeLines(lines), { lines: `http://h/\n${text}\r\nhttp://g/\n`, valid: Uint8Array.of(1, 0, 1) });
    assert.deepEqual(oneiri.normalizeAll([text, 'a']), [null, 'a']);
    assert.equal(new StandardURL(text, 'http://h').href, new URL(text, 'http://h').href);
  }
});

test('a text is a string, an Identifier or a URL, in every place', () => {
  const two = [oneiri.resolve, oneiri.relativize, oneiri.compare, oneiri.equivalent, oneiri.explain];
  const takes = [
    ...['parse', 'tryParse', 'valid', 'normalize', 'toUri', 'toIri', 'lenient', 'redact', 'htu', 'drive', 'encode', 'decode', 'lint', 'fix'].map((name) => oneiri[name]), redactText,
    ...two.flatMap((work) => [(it) => work('http://a/b', it), (it) => work(it, 'http://a/b')]),
    (it) => oneiri.parse('http://h').resolve(it), (it) => oneiri.normalizeAll([it]), (it) => oneiri.dedupe([it]), (it) => oneiri.build({ path: it ?? {} }).path,
  ];
  for (const work of takes) {
    for (const given of [undefined, null, 7, {}, [], ['a'], true, Symbol('a'), () => 'a', { text: 'a' }, { toString: () => 'a' }]) {
      if (typeof given === 'number' && `${work}`.includes('build')) continue;
      assert.throws(() => work(given), TypeError, `${work} ${String(given)}`);
    }
    const [text, ...others] = ['http://h/a', oneiri.parse('http://h/a'), new URL('http://h/a'), new StandardURL('http://h/a')];
    const plain = (answer) => JSON.stringify(answer);
    if (!`${work}`.includes('build')) for (const other of others) assert.equal(plain(work(other)), plain(work(text)), `${work}`);
  }
  for (const lines of [undefined, null, 5, ['http://a'], {}, new ArrayBuffer(1)]) {
    assert.throws(() => oneiri.normalizeLines(lines), TypeError);
    assert.throws(() => oneiri.validLines(lines), TypeError);
  }
  for (const all of ['abc', undefined, null, 5]) {
    assert.throws(() => oneiri.normalizeAll(all), TypeError);
    assert.throws(() => oneiri.dedupe(all), TypeError);
    assert.throws(() => new Router(all), TypeError);
  }
});

test('values differ where their texts differ, for those who compare and copy properties', () => {
  const policies = [preset('ssrf'), preset('agent')];
  const pairs = [
    ['http://a', 'http://b'].map((text) => oneiri.parse(text)), ['http://a', 'http://b'].map((text) => new StandardURL(text)),
    ['a', 'b'].map((text) => new Template(text)), [['a'], ['b']].map((texts) => new Router(texts)), policies,
    [new Router(['a']), new Router(['a'], { ranked: true })],
  ];
  for (const [a, b] of pairs) {
    assert.ok(!isDeepStrictEqual(a, b) && isDeepStrictEqual(a, a), a);
    assert.throws(() => assert.deepStrictEqual(a, b));
    assert.notDeepEqual(structuredClone(a), structuredClone(b));
    assert.notDeepEqual({ ...a }, { ...b });
  }
  assert.deepStrictEqual(oneiri.parse('http://a'), oneiri.parse('http://a'));
  const url = new StandardURL('http://a');
  url.hash = 'x';
  assert.deepEqual(structuredClone(url), { href: 'http://a/#x' });
});

test('many texts: an array in, an array out', () => {
  const texts = ['HTTP://h:80', 'a b', '', 'a\nb', 'a\r', '\r\n', '\u{1F600}%7e', 'http://h/'];
  assert.deepEqual(oneiri.normalizeAll(texts), ['http://h/', null, '', null, null, null, '\u{1F600}~', 'http://h/']);
  assert.deepEqual(oneiri.dedupe([...texts, 'a b', 'a\r', 'HTTP://H']), texts.slice(0, -1));
  assert.deepEqual(oneiri.dedupe(['http://h', 'http://h/'], 'path'), ['http://h', 'http://h/']);
  assert.deepEqual(oneiri.normalizeAll(new Set(['%7e'])), ['~']);
  assert.deepEqual([oneiri.normalizeAll([]), oneiri.dedupe([])], [[], []]);
  // More than the pieces in which a batch is given to the module.
  const many = Array.from({ length: 100_000 }, (_, nth) => `HTTP://h/${nth % 50_000}/${'x'.repeat(nth % 60)}`);
  assert.equal(oneiri.dedupe(many).length, new Set(many).size);
  assert.deepEqual(oneiri.normalizeAll(many), many.map((text) => oneiri.normalize(text)));
  const buffer = Buffer.from(many.join('\n'));
  assert.equal(Buffer.from(oneiri.normalizeLines(buffer).lines).toString(), oneiri.normalizeAll(many).join('\n'));
  assert.equal(oneiri.validLines(buffer).length, many.length);
});

test('fast-uri: no component gets into another', () => {
  for (const [parts, text] of [
    [{ scheme: 'http', host: 'good.example@evil.example' }, 'http://good.example%40evil.example/'],
    [{ scheme: 'http', userinfo: 'u@evil/', host: 'h' }, 'http://u%40evil%2F@h/'],
    [{ scheme: 'http', host: 'h', path: '/a?b#c' }, 'http://h/a%3Fb%23c'],
    [{ scheme: 'http', host: 'h', query: 'a#b' }, 'http://h/?a%23b'],
    [{ path: '//evil.example' }, '/%2Fevil.example'],
    [{ path: 'javascript:x' }, 'javascript%3Ax'],
  ]) assert.equal(fastUri.serialize(parts), text);
});

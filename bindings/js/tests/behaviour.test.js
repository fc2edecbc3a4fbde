/** What is particular to JavaScript: strings of UTF-16, arguments of any type, and memory that grows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as oneiri from '../src/index.js';

test('offsets count UTF-16 code units', () => {
  const text = 'http://h/\u{1F600}%7e?é';
  const { path, query } = oneiri.parse(text);
  assert.deepEqual([path, query], ['/\u{1F600}%7e', 'é']);
  const [finding] = oneiri.lint(text).filter(({ code }) => code === 'unneeded-escape');
  assert.equal(text.slice(finding.start, finding.end), '%7e');
  const { steps } = oneiri.explain(text, 'http://h/\u{1F600}~?é');
  assert.equal(text.slice(steps[0].a.start, steps[0].a.end), '%7e');
  assert.throws(() => oneiri.parse('http://h/\u{1F600}['), (error) => {
    assert.deepEqual([error.start, error.end, error.found], [11, 12, '[']);
    return /index 11: /.test(error.message);
  });
});

test('half of a surrogate pair is an error, and never replaced', () => {
  for (const text of ['\ud800', 'http://h/a\udc00', `${'x'.repeat(200)}\ud83d`, '\udc00\ud800']) {
    assert.throws(() => oneiri.parse(text), { name: 'OneiriError', kind: 'surrogate', start: text.search(/\p{Surrogate}/u) });
    assert.throws(() => oneiri.normalize(text), oneiri.OneiriError);
    assert.throws(() => oneiri.compare('a', text), oneiri.OneiriError);
    assert.equal(oneiri.valid(text), false);
  }
});

test('the error of a second text names it', () => {
  assert.throws(() => oneiri.resolve('http://h/', 'a b'), { text: 'a b', start: 1 });
  assert.throws(() => oneiri.resolve('h', 'a'), { text: 'h', kind: 'scheme-missing' });
});

test('what is no string or no name is a TypeError', () => {
  for (const given of [undefined, null, 7, {}, [], new String('a')]) {
    assert.throws(() => oneiri.parse(given), TypeError);
    assert.throws(() => oneiri.valid(given), TypeError);
  }
  for (const name of ['URI', 'toString', '__proto__', '', 4, null]) {
    assert.throws(() => oneiri.parse('a', name), TypeError);
    assert.throws(() => oneiri.normalize('a', name), TypeError);
    assert.throws(() => oneiri.lint('a', name), TypeError);
    if (name !== '') assert.throws(() => oneiri.lint('a', 'web', 'uri-reference', String(name)), TypeError);
  }
});

test('texts of any length', () => {
  for (let length = 0; length < 300; length += 1) {
    for (const letter of ['a', 'é', '\u{1F600}']) {
      const text = `http://h/${letter.repeat(length)}?q`;
      const found = oneiri.parse(text);
      assert.deepEqual([found.path, found.query], [`/${letter.repeat(length)}`, 'q']);
      assert.equal(oneiri.normalize(`HTTP${text.slice(4)}`), text);
    }
  }
  const long = `http://h/${'%41é'.repeat(1 << 20)}`;
  assert.equal(oneiri.normalize(long), `http://h/${'Aé'.repeat(1 << 20)}`);
  assert.equal(oneiri.compare(long, oneiri.normalize(long)), 'escape');
  assert.equal(oneiri.parse('http://h/').path, '/');
});

test('lines: terminators and bytes that are not UTF-8', () => {
  const bytes = Buffer.from('HTTP://a/\r\n\n\xff\nHTTP://b/', 'latin1');
  assert.deepEqual([...oneiri.validLines(bytes)], [1, 1, 0, 1]);
  const { lines, valid } = oneiri.normalizeLines(bytes);
  assert.deepEqual(Buffer.from(lines), Buffer.from('http://a/\r\n\n\xff\nhttp://b/', 'latin1'));
  assert.deepEqual([...valid], [1, 1, 0, 1]);
  assert.deepEqual([...oneiri.validLines('')], []);
});

test('an identifier normalizes and resolves', () => {
  const base = oneiri.parse('HTTP://h/a/b');
  assert.equal(base.normalize().text, 'http://h/a/b');
  assert.equal(base.resolve('../c').text, 'HTTP://h/c');
  assert.equal(JSON.stringify({ base }), '{"base":"HTTP://h/a/b"}');
});

test('the sum of what two directions do', () => {
  const [base, target] = ['http://h/a/b/c', 'http://h/a/d?q'];
  assert.equal(oneiri.resolve(base, oneiri.relativize(base, target)), target);
  assert.equal(oneiri.toIri(oneiri.toUri('http://h/é')), 'http://h/é');
  assert.equal(oneiri.fix('HTTP://h:80/%7e'), 'http://h/~');
});

test('console.log shows the parts, and null is called null', async () => {
  const { inspect } = await import('node:util');
  const shown = inspect(oneiri.parse('http://h/p?q'));
  for (const part of ['Identifier {', "scheme: 'http'", "authority: 'h'", "query: 'q'", 'fragment: null']) {
    assert.ok(shown.includes(part), shown);
  }
  assert.throws(() => oneiri.parse(null), /not null/);
  assert.throws(() => oneiri.parse({}), /not object/);
});

/** What is particular to JavaScript: strings of UTF-16, arguments of any type, and memory that grows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as oneiri from '../src/index.js';
import { redactText } from '../src/redact.js';
import { assertLinear } from './linear.js';

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

test('a password is hidden', () => {
  assert.equal(oneiri.redact('ftp://me:secret@h/é'), 'ftp://me:***@h/é');
  assert.equal(oneiri.redact('//me@h', 'uri-reference'), '//me@h');
  assert.throws(() => oneiri.redact('a b'), { name: 'OneiriError', start: 1 });
});

test('secrets of a log are hidden, and a proof is compared without its query', () => {
  assert.throws(() => redactText('a', { showOnly: ['b'] }), /takes a text alone/);
  assert.equal(redactText('GET "https://u:secret@h/?token=x&b=1" ok'), 'GET "https://u:***@h/?token=***&b=1" ok');
  assert.equal(oneiri.htu('HTTPS://h:443/a?b#c'), 'https://h/a');
  assert.equal(oneiri.drive('file:///c%3A/a'), 'file:///C:/a');
});

test('a module that has started is not started again', async () => {
  const { init, preset } = await import('../src/policy.js');
  const strict = preset('redirect-uri');
  await init();
  preset('ssrf');
  assert.equal(strict.check('https://example.com/').allowed, false);
});

test('no assignment changes what an identifier is', () => {
  for (const identifier of [oneiri.parse('http://h/a'), oneiri.tryParse('http://h/a')]) {
    identifier.text = 'urn:other';
    assert.deepEqual([identifier.host, identifier.path, String(identifier)], ['h', '/a', 'http://h/a']);
  }
  assert.throws(() => new oneiri.Identifier('not a uri', 'iri', [0, 0, 0, 0, 0, 0]), oneiri.OneiriError);
});

test('many findings and steps take linear time', () => {
  const text = (count) => `http://h/é${'%7Ea'.repeat(count)}`;
  assertLinear((count) => oneiri.lint(text(count)));
  assertLinear((count) => oneiri.explain(text(count), text(count).replaceAll('%7E', '~')).steps);
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

test('the scheme rung is the default', () => {
  assert.equal(oneiri.normalize('HTTP://h:80'), 'http://h/');
  assert.equal(oneiri.normalize('HTTP://h:80', 'path'), 'http://h:80');
  assert.ok(oneiri.equivalent('http://h', 'http://h:80/') && !oneiri.equivalent('http://h', 'http://h:80/', 'path'));
  assert.equal(oneiri.parse('http://h:80').normalize().text, 'http://h/');
  assert.equal(oneiri.normalizeLines('http://h:80\n').lines, 'http://h/\n');
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

test('an identifier with other components', () => {
  const it = oneiri.parse('http://u@h:8/a?q#f', 'uri');
  const cases = [
    [{ path: '/x', query: null }, 'http://u@h:8/x#f'],
    [{ scheme: 'https', port: 443, fragment: '' }, 'https://u@h:443/a?q#'],
    [{ authority: '[::1]:7' }, 'http://[::1]:7/a?q#f'],
    [{ authority: null }, 'http:/a?q#f'],
    [{ authority: 'a@b:1', host: 'c' }, 'http://a@c:1/a?q#f'],
    [{ host: null, userinfo: null, port: null, path: 'x' }, 'http:x?q#f'],
    [{ host: null }, 'http://u@:8/a?q#f'],
    [{ userinfo: null, port: null, path: null }, 'http://h?q#f'],
    [{ path: undefined }, it.text],
    [{}, it.text],
  ];
  for (const [changes, text] of cases) assert.equal(it.with(changes).text, text);
  assert.equal(it.text, 'http://u@h:8/a?q#f');
  assert.equal(it.with({ path: 'x y', host: '::1', query: '100%' }, { repair: true }).text, 'http://u@[::1]:8/x%20y?100%25#f');
  const refused = (changes, error) => assert.throws(() => it.with(changes), { name: 'OneiriError', ...error });
  refused({ path: 'x' }, { component: 'path', kind: 'path-rootless', text: 'x' });
  refused({ authority: null, path: '//x' }, { component: 'path', kind: 'path-double-slash', text: '//x' });
  refused({ query: '\u{1F600} [' }, { component: 'query', text: '\u{1F600} [', start: 0 });
  refused({ port: '8o' }, { component: 'port', text: '8o', start: 1, end: 2 });
  refused({ scheme: null }, { kind: 'scheme-missing', start: 0 });
  refused({ host: '\ud800' }, { kind: 'surrogate' });
  assert.throws(() => it.with({ pathname: '/x' }), /one of scheme, .*fragment, not pathname/);
  assert.throws(() => it.with({ path: {} }), TypeError);
});

test('build: what parts are is what they are read as', () => {
  for (const text of ['', 'a:', '//', 'a://u@h:1/p?q#f', '?#', 'a:b:c', '/a', 'http://[::1]:/', 'x:\u{1F600}?é#é']) {
    const { scheme, userinfo, host, port, path, query, fragment } = oneiri.parse(text);
    assert.equal(oneiri.build({ scheme, userinfo, host, port, path, query, fragment }).text, text);
  }
  assert.equal(oneiri.build({ path: 'a:b' }, { repair: true }).text, './a:b');
  assert.equal(oneiri.build({ path: '//b' }, { repair: true }).text, '/.//b');
  assert.equal(oneiri.build({ scheme: 'x', path: 'é' }, { grammar: 'uri', repair: true }).text, 'x:%C3%A9');
  assert.throws(() => oneiri.build({ path: 'a:b' }), { kind: 'path-colon' });
  assert.throws(() => oneiri.build({ scheme: '1' }), { component: 'scheme', text: '1' });
  assert.throws(() => oneiri.build({ host: 'h' }, { grammar: 'uri' }), { kind: 'scheme-missing' });
  const long = 'é'.repeat(70_000);
  assert.equal(oneiri.build({ host: 'h', path: `/${long}`, query: long }).text, `//h/${long}?${long}`);
});

test('encode and decode', () => {
  assert.equal(oneiri.encode('a/b é\u{1F600}'), 'a%2Fb%20%C3%A9%F0%9F%98%80');
  assert.equal(oneiri.encode('/a b/+', '/+'), '/a%20b/+');
  assert.equal(oneiri.decode('a%2Fb%20%C3%A9%zz%'), 'a/b é%zz%');
  for (const text of ['', 'plain', '100%', '\0\u{10FFFF}']) assert.equal(oneiri.decode(oneiri.encode(text)), text);
  assert.throws(() => oneiri.decode('é%41%zz%FF%41'), (error) => {
    assert.deepEqual([error.kind, error.component, error.start, error.end], ['utf8', 'text', 7, 10]);
    return /index 7: /.test(error.message);
  });
  assert.throws(() => oneiri.decode('a%E2%82'), { start: 1, end: 7 });
  assert.throws(() => oneiri.encode('\ud800'), { kind: 'surrogate' });
});

test('a text may be too long, and memory that a long one took is given back', async () => {
  const { limits } = oneiri;
  const most = limits.maxLength;
  assert.equal(most, 1 << 24);
  const long = `http://h/${'x'.repeat(most)}`;
  for (const work of [oneiri.parse, oneiri.valid, oneiri.normalize, (it) => oneiri.resolve('http://h', it), (it) => oneiri.normalizeLines(`a\n${it}`)]) {
    assert.throws(() => work(long), { name: 'RangeError', message: /limits\.maxLength is 16777216/ });
  }
  assert.ok(oneiri.valid(long.slice(0, most)));
  assert.throws(() => { limits.maxLength = -1; }, RangeError);
  assert.throws(() => { limits.maxLength = '5'; }, RangeError);
  limits.maxLength = 10;
  try {
    assert.ok(oneiri.valid('http://h/x'));
    assert.throws(() => oneiri.valid('http://h/xy'), RangeError);
    // A batch has no limit, and its lines have.
    assert.equal(oneiri.validLines('http://h/x\n'.repeat(300_000)).length, 300_000);
  } finally {
    limits.maxLength = most;
  }
  const external = () => process.memoryUsage().external;
  const { gc } = await import('node:vm').then(async ({ runInNewContext }) => {
    (await import('node:v8')).setFlagsFromString('--expose-gc');
    return { gc: runInNewContext('gc') };
  });
  const grown = external();
  assert.ok(grown > 50e6, `${grown}`);
  await oneiri.trim();
  for (let round = 0; round < 20 && external() > 20e6; round += 1) {
    gc();
    await new Promise((done) => { setTimeout(done, 20); });
  }
  assert.ok(external() < 20e6, `${external()} of ${grown}`);
  assert.equal(oneiri.normalize('HTTP://h'), 'http://h/');
});

test('an invalid text is asked about without an error', () => {
  const made = [];
  // An error that is built assigns its parts.
  Object.defineProperty(oneiri.OneiriError.prototype, 'kind', { configurable: true, set(kind) { made.push(kind); } });
  try {
    for (const text of ['a b', '\ud800', 'http://[', '%', 'http://h/\u{1F600} ', 'x'.repeat(100_000) + ' ']) {
      assert.equal(oneiri.valid(text), false);
      assert.equal(oneiri.tryParse(text), null);
      assert.deepEqual(oneiri.normalizeAll([text]), [null]);
    }
    assert.equal(made.length, 0);
    assert.throws(() => oneiri.parse('a b'));
    assert.deepEqual(made, ['character']);
  } finally {
    delete oneiri.OneiriError.prototype.kind;
  }
  assert.equal(oneiri.tryParse('http://h/a').path, '/a');
  assert.throws(() => oneiri.tryParse(5), TypeError);
});

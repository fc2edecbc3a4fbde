/** The subpaths: the cases of their crates, and what is particular to JavaScript. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { OneiriError } from '../src/index.js';
import { Policy, compile, preset, presetText } from '../src/policy.js';
import { read, readAll, parsers } from '../src/parsers.js';
import { Router, Template } from '../src/template.js';
import * as whatwg from '../src/whatwg.js';
import { data } from './data.js';
import { assertLinear } from './linear.js';

/** The bytes of a range of UTF-16 code units. */
const bytes = (text, { start, end }) => [start, end].map((at) => Buffer.byteLength(text.slice(0, at)));
const ATTRIBUTES = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];

test('whatwg: the cases of the crate, with their errors and places', () => {
  let parsed = 0;
  for (const { input, base, href, error, at, set } of data['whatwg/cases']) {
    if (input === undefined || set !== undefined) continue;
    parsed += 1;
    if (href !== undefined) {
      assert.equal(new whatwg.URL(input, base).href, href, input);
      continue;
    }
    assert.equal(whatwg.URL.canParse(input, base), false, input);
    assert.throws(() => new whatwg.URL(input, base), (found) => {
      assert.ok(found instanceof TypeError && found.code === 'ERR_INVALID_URL');
      assert.equal(found.kind, error, input);
      if (at !== undefined) assert.deepEqual(bytes(found.text, found), at, input);
      return true;
    });
  }
  assert.ok(parsed >= 70, `${parsed}`);
  for (const { input, base, href, errors } of data['whatwg/errors']) {
    const found = whatwg.validate(input, base);
    assert.equal(found.href, href ?? null, input);
    assert.deepEqual(found.errors.map((it) => [it.name, ...bytes(input, it)]), errors, input);
    assert.ok(found.errors.every(({ message }) => message.length > 10 && !/byte/.test(message)));
  }
});

test('whatwg: the attributes and setters are those of the URL of Node', () => {
  const texts = [
    'http://me:p@h:81/a/b?q=1&r#f', 'https://EXÄMPLE.com/é?é#é', 'file:///c:/a', 'mailto:a@b?c', 'ws://h:80', 'foo://h/../a', 'data:,a b',
    ' http:\\\\h\\a\tb ', 'blob:https://h/x', 'http://\ud800/', 'x:\udc00',
  ];
  const values = ['', 'x', '8080', 'https', 'a b', '/é', '?a=b', '#c', 'h2:99', '//x', '\ud800'];
  for (const text of texts) {
    assert.equal(whatwg.URL.canParse(text), URL.canParse(text), text);
    if (!URL.canParse(text)) continue;
    const shown = (url) => ATTRIBUTES.map((name) => url[name]);
    assert.deepEqual(shown(new whatwg.URL(text)), shown(new URL(text)));
    for (const name of ATTRIBUTES.slice(2)) {
      for (const value of values) {
        // Node 20 takes the port away; the port state of the Standard fails at a letter, and nothing changes.
        if (name === 'port' && /^[^\d]/.test(value)) continue;
        const [ours, theirs] = [new whatwg.URL(text), new URL(text)];
        ours[name] = value;
        theirs[name] = value;
        assert.deepEqual(shown(ours), shown(theirs), `${text} ${name}=${value}`);
      }
    }
  }
});

test('whatwg: a URL as programs use it', () => {
  const url = new whatwg.URL('../b?a=1', new whatwg.URL('https://h/x/y'));
  assert.equal(`${url}`, 'https://h/b?a=1');
  const { searchParams } = url;
  searchParams.append('c', 'd e');
  searchParams.delete('a');
  assert.equal(url.searchParams, searchParams);
  assert.equal(url.href, 'https://h/b?c=d+e');
  // Pairs that were taken before stay those of the URL, as in the Standard.
  url.search = '?b=2&b=3';
  assert.deepEqual([...searchParams], [['b', '2'], ['b', '3']]);
  searchParams.set('k', 'v');
  assert.deepEqual([url.href, url.searchParams === searchParams], ['https://h/b?b=2&b=3&k=v', true]);
  url.href = 'https://h/b?y';
  searchParams.append('x', '1');
  assert.equal(url.search, '?y=&x=1');
  url.pathname = '/b';
  assert.equal(searchParams.size, 2);
  const shape = (it) => [Object.prototype.toString.call(it), it.constructor.name, Object.getOwnPropertyDescriptor(it.constructor.prototype, 'searchParams').enumerable];
  assert.deepEqual(shape(url), shape(new URL('https://h')));
  assert.throws(() => { url.hash = Symbol('x'); }, TypeError);
  url.search = '?z';
  assert.deepEqual([...url.searchParams], [['z', '']]);
  assert.equal(JSON.stringify({ url }), '{"url":"https://h/b?z="}'.replace('z=', 'z'));
  assert.throws(() => { url.href = 'x'; }, { kind: 'missing-scheme-non-relative-URL' });
  assert.throws(() => { url.origin = 'x'; }, TypeError);
  assert.equal(url.href, 'https://h/b?z');
  assert.equal(whatwg.URL.parse('x'), null);
  assert.throws(() => new whatwg.URL('a', 'b'), { text: 'b', input: 'b', code: 'ERR_INVALID_URL' });
});

test('whatwg: many validation errors take linear time', () => {
  assertLinear((count) => whatwg.validate(`http://h/é${' '.repeat(count)}x`).errors);
});

test('whatwg: pairs that were taken before follow a new query in linear time', () => {
  assertLinear((count) => {
    const url = new whatwg.URL('http://h');
    const { searchParams } = url;
    const names = Array.from({ length: count }, (_, nth) => `${nth}=`);
    url.search = names.join('&');
    url.href = 'http://h';
    assert.equal(searchParams.size, 0);
    return names;
  });
});

test('parsers: what the programs themselves found', () => {
  assert.deepEqual([...parsers].sort(), ['curl', 'curl-7.88', 'go', 'go-1.19', 'java', 'node-legacy', 'node-legacy-20', 'php', 'php-rfc3986', 'php-whatwg', 'python', 'python-3.11', 'regex', 'rfc3986', 'rfc3987', 'ruby', 'whatwg']);
  let held = 0;
  for (const { text, base, ...programs } of data['parsers/programs']) {
    for (const [name, expected] of Object.entries(programs)) {
      const { parser, refusal, ranges, ...components } = read(name, text, base);
      const found = refusal ? { refused: true } : Object.fromEntries(Object.entries(components).filter(([, value]) => value !== null));
      assert.deepEqual(found, expected, `${name} ${text}`);
      held += 1;
    }
  }
  assert.ok(held > 500, `${held}`);
});

test('parsers: places, all of them, and names', () => {
  const text = '//\u{1F600}/\\@h';
  const { host, path, ranges } = read('regex', text);
  assert.deepEqual([host, path], ['\u{1F600}', '/\\@h']);
  assert.equal(text.slice(ranges.host.start, ranges.host.end), '\u{1F600}');
  const all = readAll('http://good.example\\@evil.example/');
  const hostOf = (name) => all.find(({ parser }) => parser === name).host;
  assert.deepEqual([hostOf('whatwg'), hostOf('python'), hostOf('java')], ['good.example', 'evil.example', null]);
  const { refusal } = read('whatwg', 'http://\u{1F600}h:99999/');
  assert.equal(refusal.start, 11);
  assert.throws(() => read('perl', 'a'), TypeError);
});

test('policy: the cases of others', () => {
  const folder = new URL('../../../testdata/policy/', import.meta.url);
  let cases = 0;
  for (const file of readdirSync(folder)) {
    for (const group of JSON.parse(readFileSync(new URL(file, folder))).group) {
      const policy = compile(group.policy.join('\n'));
      const codes = (text) => policy.check(text).reasons.map(({ code }) => code);
      for (const text of group.allow ?? []) assert.deepEqual(policy.check(text).reasons, [], text);
      for (const text of group.deny ?? []) {
        const decision = policy.check(text);
        assert.equal(decision.allowed, false, text);
        for (const { code, message, start, end } of decision.reasons) assert.ok(code && message && start <= end && end <= text.length, text);
      }
      for (const [text, canonical] of group.canonical ?? []) assert.equal(policy.check(text).canonical, canonical);
      for (const [text, ...expected] of [...group.stricter ?? [], ...group.violations ?? []]) {
        assert.ok(expected.every((code) => codes(text).includes(code)), text);
      }
      cases += Object.values(group).flat().length;
    }
  }
  assert.ok(cases > 150, `${cases}`);
});

test('policy: presets, bases, addresses and errors', () => {
  const ssrf = preset('ssrf');
  const decision = ssrf.check('HTTPS://Example.com:443/a/../b');
  assert.deepEqual(decision, { allowed: true, canonical: 'https://example.com/b', host: 'example.com', port: 443, rule: 1, reasons: [] });
  assert.equal(ssrf.admits(decision.canonical, '93.184.215.14'), true);
  for (const address of ['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', 'localhost', '']) {
    assert.equal(ssrf.admits(decision.canonical, address), false, address);
  }
  assert.equal(ssrf.admits('http://127.0.0.1/', '127.0.0.1'), false);
  const text = 'http://\u{1F600}@good.example\\@127.0.0.1/';
  const { reasons } = ssrf.check(text);
  assert.ok(reasons.some(({ parsers: seen }) => seen.length > 1 && seen.every(({ parser, saw }) => parser && saw)));
  const redirect = preset('open-redirect');
  assert.equal(redirect.check('/account?tab=1', 'https://app.example/login').canonical, 'https://app.example/account?tab=1');
  assert.equal(redirect.check('//evil.example', 'https://app.example/login').allowed, false);
  assert.ok(new Policy(presetText('agent')).check('https://example.com/'));
  assert.throws(() => compile('x = 1'), { name: 'OneiriError', kind: 'policy', message: /line 1/ });
  assert.throws(() => preset('none'), { name: 'TypeError', message: "oneiri: no preset is named 'none': expected one of the presets ssrf, agent, redirect-uri, gateway, open-redirect" });
  assert.equal(ssrf.check('\ud800').allowed, false);
});

test('template: expansion, matching and their errors', () => {
  const template = new Template('/users/{id}{/page}{?fields*}');
  assert.deepEqual(template.variables, ['id', 'page', 'fields']);
  assert.equal(template.expand({ id: 'a/b', fields: ['x', null, 'y'], page: 2, other: 'z' }), '/users/a%2Fb/2?fields=x&fields=y');
  assert.equal(template.expand({ id: 7n, fields: [], page: undefined }), '/users/7');
  for (const given of [{ a: '1', b: true }, new Map([['a', 1], ['b', 'true']]), [['a', '1'], ['b', true]]]) {
    assert.equal(new Template('{?x*}').expand(new Map([['x', given]])), '?a=1&b=true');
  }
  const found = template.match('/users/ad%2Fa?fields=x&fields=\u{1F600}'.replace('\u{1F600}', '%F0%9F%98%80'));
  assert.deepEqual({ ...found.values }, { id: 'ad/a', fields: ['x', '\u{1F600}'] });
  assert.deepEqual({ ...found.hazards }, { id: ['slash'] });
  assert.deepEqual(new Template('{?x*}').match('?a=1&b=2').values.x, [['a', '1'], ['b', '2']]);
  assert.equal(template.match('/x'), null);
  assert.throws(() => new Template('é{a'), { name: 'OneiriError', kind: 'template', start: 3, end: 3, message: /index 3/ });
  assert.throws(() => new Template('\u{1F600}{a!}'), { start: 4, end: 5, found: '!' });
  assert.throws(() => new Template('é{a:3}').expand({ a: ['x'] }), { kind: 'prefix', start: 2, text: 'é{a:3}' });
  assert.throws(() => new Template('{a}{b}').match('x'), { kind: 'ambiguous', text: '{a}{b}', message: /expansion of/ });
  assert.equal(template.match('\ud800'), null);
  const search = new Template('/s{?q,page}');
  assert.equal(search.match('/s?utm=1&page=2&q=x'), null);
  const lenient = search.match('/s?utm=1&page=2&q=x', { lenientQuery: true });
  assert.deepEqual([{ ...lenient.values }, lenient.unknown], [{ q: 'x', page: '2' }, ['utm=1']]);
  const routes = new Router([search, '/t'], { lenientQuery: true });
  assert.deepEqual([routes.find('/s?utm=1&q=x').unknown, new Router([search]).find('/s?utm=1&q=x')], [['utm=1'], null]);
  assert.throws(() => template.expand({ id: [['a', {}]] }), TypeError);
  assert.equal(new Template('a{__proto__}').match('ab').values.__proto__, 'b');
});

test('template: routers', () => {
  const router = new Router([new Template('/users/{id}'), '/groups/{id}{?q}']);
  assert.deepEqual({ ...router.find('/groups/7') .values }, { id: '7' });
  assert.equal(router.find('/groups/7').index, 1);
  assert.equal(router.find('/x'), null);
  assert.throws(() => new Router(['/users/{id}', '/users/me']), { kind: 'overlap', text: '/users/me', message: /both match/ });
  assert.throws(() => new Router(['/a', '{']), { kind: 'template', text: '{' });
  assert.equal(new Router(['/users/{id}', '/users/me'], { ranked: true }).find('/users/me').index, 1);
});

test('every text is a string, and only a base may be absent', () => {
  const ssrf = preset('ssrf');
  const template = new Template('/{id}');
  const router = new Router([template]);
  const base = 'https://app.example/';
  const calls = {
    'policy.check': [(it) => ssrf.check(it), (it) => ssrf.check(it, base)],
    'policy.admits': [(it) => ssrf.admits(it, '93.184.215.14'), (it) => ssrf.admits(base, it)],
    'policy.compile': [compile, (it) => new Policy(it)],
    'policy.preset': [preset, presetText],
    'parsers.read': [(it) => read('java', it), (it) => read('java', it, base), (it) => read(it, 'a'), readAll],
    'template.Template': [(it) => new Template(it), (it) => template.match(it)],
    'template.Router': [(it) => new Router([it]), (it) => new Router(['/a', it], { ranked: true }), (it) => router.find(it)],
  };
  for (const [name, functions] of Object.entries(calls)) {
    for (const call of functions) {
      for (const [given, shown] of [[undefined, 'undefined'], [null, 'null'], [7, 'number'], [['a'], 'object']]) {
        const error = { name: 'TypeError', message: `oneiri: a string is needed, not ${shown}` };
        assert.throws(() => call(given), error, `${name} ${shown}: ${call}`);
      }
    }
  }
  for (const absent of [undefined, null]) {
    assert.deepEqual(ssrf.check(base, absent), ssrf.check(base));
    assert.deepEqual(read('java', '/a', absent), read('java', '/a'));
    assert.throws(() => ssrf.check(absent, base), TypeError);
  }
  for (const given of [7, ['a']]) {
    assert.throws(() => ssrf.check(base, given), TypeError);
    assert.throws(() => read('java', '/a', given), TypeError);
  }
});

test('a text is not absent because it is empty, and nothing is no text', () => {
  const none = new Router([]);
  assert.deepEqual([none.templates, none.find(''), none.find('/a')], [[], null, null]);
  assert.equal(new Router(['']).find('').index, 0);
  assert.equal(new Template('').expand({}), '');
  assert.equal(new Template('{a}{b}').expand({}), '');
  assert.equal(preset('ssrf').check('').allowed, false);
  // The empty text is a base, and not an absent one.
  assert.equal(preset('open-redirect').check('https://app.example/', '').allowed, false);
  assert.throws(() => new whatwg.URL('https://h/', ''), { text: '' });
});

test('a value is disposed of at once, and the number of live ones does not make others dearer', () => {
  for (const [made, use] of [[new Template('/{a}'), (it) => it.expand({ a: 1 })], [new Router(['/a']), (it) => it.find('/a')], [preset('ssrf'), (it) => it.check('http://h')]]) {
    use(made);
    made[Symbol.dispose ?? Symbol.for('dispose')]();
    made.dispose();
    assert.throws(() => use(made), { name: 'TypeError', message: /disposed of/ });
  }
  const again = new Template('{b}');
  assert.equal(again.expand({ b: 2 }), '2');
  assertLinear((count) => {
    const live = Array.from({ length: count }, () => new Template('{a}'));
    live.forEach((template) => template.dispose());
    return live;
  });
});

test('what nobody holds any more is dropped', async () => {
  const { gc } = await import('node:vm').then(async ({ runInNewContext }) => {
    (await import('node:v8')).setFlagsFromString('--expose-gc');
    return { gc: runInNewContext('gc') };
  });
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  const text = `/${'x'.repeat(20_000)}{a}`;
  for (let round = 0; round < 40; round += 1) {
    for (let nth = 0; nth < 100; nth += 1) new Template(text);
    gc();
    await new Promise((done) => { setImmediate(done); });
  }
  const grown = process.memoryUsage().arrayBuffers + process.memoryUsage().external - before;
  assert.ok(grown < 40e6, `${grown} bytes more`);
});

/** The guard as a client: attacks on loopback, and no socket leaves the admitted addresses. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { fetch as plainFetch, request } from 'undici';
import { compile, presetText } from '../src/policy.js';
import { Denied, LimitExceeded, guard } from '../src/undici.js';
import { data } from './data.js';

/** Names, and the addresses to which they lead. */
const NAMES = {
  'home.example': ['10.0.0.1', '127.0.0.1'],
  'other.example': ['127.0.0.1'],
  // Nothing listens at the first one.
  'dead.example': ['127.0.0.2', '127.0.0.1'],
  'public.example': ['127.0.0.1', '10.0.0.1', '169.254.169.254'],
  'mapped.example': ['::ffff:127.0.0.1', '64:ff9b::7f00:1', '::', '0.0.0.0'],
  'none.example': [],
  'odd.example': ['x', '', { address: '127.1' }, { address: undefined }],
};
/** Some rules admit this machine, one of them for one path; the others admit public addresses alone. */
const POLICY = compile(`
max-length = 400
[[allow]]
host = ["home.example", "other.example", "dead.example", "none.example", "odd.example", "turns.example"]
port = "*"
addresses = ["127.0.0.1", "127.0.0.2", "::1"]
[[allow]]
host = "127.0.0.1"
port = "*"
[[allow]]
host = "both.example"
path = "/home/*"
port = "*"
addresses = ["127.0.0.1"]
[[allow]]
host = "both.example"
path = "/away/*"
port = "*"
[[allow]]
host = ["public.example", "mapped.example"]
port = "*"
`);
let [port, otherPort, turn] = [0, 0, 0];
const lookup = async (name) => {
  // Public at first, and this machine later.
  if (name === 'turns.example') return [{ address: turn++ % 2 === 0 ? '127.0.0.1' : '192.0.2.1' }];
  if (name === 'both.example') return ['127.0.0.1'];
  return NAMES[name];
};
const LIMITS = { redirects: 10, body: 100_000, time: 2000 };
const guarded = (more = {}) => guard(POLICY, { lookup, limits: LIMITS, ...more });

/** The addresses to which a connection was tried, and the requests that reached a server. */
const [sockets, seen] = [[], []];
const { connect } = net.Socket.prototype;

function answer(asked, response) {
  const url = new URL(asked.url, 'http://h');
  const content = [];
  asked.on('data', (chunk) => content.push(chunk));
  asked.on('end', () => {
    seen.push({ method: asked.method, url: asked.url, host: asked.headers.host, headers: asked.headers, body: Buffer.concat(content).toString() });
    const target = url.searchParams.get('to');
    const named = { '/loop': '/loop', '/down': `/down?n=${Number(url.searchParams.get('n')) - 1}` }[url.pathname];
    if (url.pathname === '/to' || (named && url.searchParams.get('n') !== '0')) {
      return response.writeHead(Number(url.searchParams.get('status') ?? 302), { location: named ?? Buffer.from(target).toString('latin1') }).end('moved');
    }
    if (url.pathname === '/octets') return response.socket.end(`HTTP/1.1 302 Found\r\nlocation: ${target}\r\ncontent-length: 0\r\n\r\n`, 'latin1');
    if (url.pathname === '/slow') return void response.write('a');
    if (url.pathname === '/none') return response.writeHead(204, { 'set-cookie': ['a=1', 'b=2'] }).end();
    if (url.pathname === '/never') return undefined;
    if (url.pathname === '/huge') return response.end('x'.repeat(300_000));
    if (url.pathname === '/endless') {
      const more = () => { while (!response.destroyed && response.write('x'.repeat(10_000))); };
      response.on('drain', more).on('error', () => {});
      return more();
    }
    const pack = { '/gzip': ['gzip', gzipSync], '/br': ['br', brotliCompressSync] }[url.pathname];
    if (pack) return response.writeHead(200, { 'content-encoding': pack[0] }).end(pack[1]('x'.repeat(Number(url.searchParams.get('n')))));
    return response.end(`${asked.method} ${asked.url}`);
  });
}

const servers = [createServer(answer), createServer(answer)];
const listen = (server) => new Promise((done) => { server.listen(0, '127.0.0.1', () => done(server.address().port)); });
before(async () => {
  [port, otherPort] = await Promise.all(servers.map(listen));
  net.Socket.prototype.connect = function watched(...given) {
    this.on('connectionAttempt', (address) => sockets.push(address));
    return connect.apply(this, given);
  };
});
after(() => {
  net.Socket.prototype.connect = connect;
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** What comes of a request: the text of a body, or the name of the fault with its reason or limit and its hop. */
async function outcome(work) {
  try {
    return await (await work()).text();
  } catch (error) {
    if (error instanceof Denied) return `Denied ${error.decision.reasons[0].code} ${error.hop}`;
    if (error instanceof LimitExceeded) return `LimitExceeded ${error.limit} ${error.hop}`;
    return `${error.name}: ${error.cause?.code ?? error.message}`;
  }
}
const home = (path, at = port) => `http://home.example:${at}${path}`;
const to = (target, more = '') => home(`/to?${more}&to=${encodeURIComponent(target)}`);

test('addresses, redirects and limits', async () => {
  const { fetch, close } = guarded();
  const cases = [
    [home('/'), 'GET /'],
    [`http://127.0.0.1:${port}/`, 'GET /'],
    [`http://dead.example:${port}/`, 'GET /'],
    // The fragment is not sent, and no other spelling than that of the canonical text.
    [home('/%7ea?b#c'), 'GET /~a?b'],
    ...['public', 'mapped', 'none', 'odd'].map((name) => [`http://${name}.example:${port}/`, 'Denied address 0']),
    [to('/a'), 'GET /a'],
    [to('a?b'), 'GET /a?b'],
    [to(`//other.example:${otherPort}/a`), 'GET /a'],
    [to(home('/a', otherPort)), 'GET /a'],
    [to('?to=/a'), 'GET /a'],
    [home('/loop'), 'LimitExceeded redirects 11'],
    [home('/down?n=10'), 'GET /down?n=0'],
    [home('/down?n=30'), 'LimitExceeded redirects 11'],
    [to('http://public.example/'), 'Denied address 1'],
    [to('//elsewhere.com/'), 'Denied no-rule 1'],
    [to('//elsewhere.test/'), 'Denied special-name 1'],
    [to(to('http://10.0.0.1/')), 'Denied special-address 2'],
    [to('file:///etc/passwd'), 'Denied no-rule 1'],
    [to('\\\\elsewhere.test\\a'), 'Denied invalid 1'],
    [to(`http://home.example:${port}@elsewhere.test/`), 'Denied userinfo 1'],
    [to('http://0x7f.1/'), 'Denied legacy-ipv4 1'],
    [home('/slow'), 'LimitExceeded time 0'],
    [home('/never'), 'LimitExceeded time 0'],
    [home('/huge'), 'LimitExceeded body 0'],
    [home('/endless'), 'LimitExceeded body 0'],
    [home('/gzip?n=50'), 'x'.repeat(50)],
    [home('/gzip?n=1000000'), 'LimitExceeded body 0'],
    [home('/br?n=1000000'), 'LimitExceeded body 0'],
    [to('/huge'), 'LimitExceeded body 1'],
  ];
  const found = await Promise.all(cases.map(([url]) => outcome(() => fetch(url))));
  assert.deepEqual(cases.map(([url], nth) => [url, found[nth]]), cases);
  await close();
});

test('a denial has its decision, its hop and its addresses, and what was given is what is checked', async () => {
  const { fetch } = guarded();
  await assert.rejects(fetch(`http://public.example:${port}/`), {
    name: 'Denied', code: 'ERR_ONEIRI_DENIED', hop: 0, addresses: NAMES['public.example'], url: `http://public.example:${port}/`,
    message: "'public.example' leads to no address that the policy admits; found 127.0.0.1, 10.0.0.1, 169.254.169.254",
  });
  await assert.rejects(fetch(to('http://10.0.0.1/')), ({ message, decision, url }) => (
    message.startsWith('redirect 1: ') && decision.allowed === false && url === 'http://10.0.0.1/'
  ));
  assert.throws(() => guard('ssrf'), /expected a policy/);
  // The platform would read `home.example`.
  await assert.rejects(fetch(`http:\\\\home.example:${port}/`), { name: 'Denied' });
  assert.equal(await outcome(() => fetch(new URL(home('/url')))), 'GET /url');
  assert.equal(await outcome(() => fetch(new Request(home('/r'), { method: 'PUT', body: 'a' }))), 'PUT /r');
  const response = await fetch(to('/a'));
  assert.ok(response instanceof Response);
  assert.deepEqual([response.url, response.redirected, response.status], [home('/a'), true, 200]);
  await response.body.cancel();
  const none = await fetch(home('/none'));
  assert.deepEqual([none.status, none.headers.getSetCookie(), await none.text()], [204, ['a=1', 'b=2'], '']);
});

test('targets of redirects of any octets, as in the other languages', async () => {
  const { fetch } = guarded();
  for (const line of data['policy/fetch']) {
    const [, given, expected] = /^(\S+)\s+(\S+)$/.exec(line);
    const target = given.replace(/\\x(..)/g, (_, digits) => String.fromCharCode(parseInt(digits, 16))).replace('PORT', port);
    const found = await outcome(() => fetch(home(`/octets?to=${encodeURIComponent(target)}`)));
    assert.equal(found.replace(/^Denied .*/, 'denied').replace('GET ', ''), expected, line);
  }
});

test('a denial names the rule that comes nearest', async () => {
  const { fetch } = guarded();
  await assert.rejects(fetch(to('ftp://home.example/')), { message: 'redirect 1: no rule allows the text; allow rule 1 (line 3) matches all but the scheme' });
  const agent = compile('[[allow]]\nhost = "a.example"\npath = "/v1/*"');
  assert.equal(agent.nearest('/v2', 'http://a.example/'), 'allow rule 1 (line 1) matches all but the path');
  assert.deepEqual([agent.nearest('http://a.example/v1/b'), agent.nearest('http://['), agent.nearest('\ud800'), agent.nearest('/v2', '\ud800')], [null, null, null, null]);
});

test('methods, content and headers of redirects', async () => {
  const { fetch } = guarded();
  const secrets = { authorization: 'a', cookie: 'b', 'proxy-authorization': 'c' };
  for (const [status, method, next, target] of [
    [301, 'POST', 'GET', '/a'], [302, 'POST', 'GET', '/a'], [303, 'POST', 'GET', '/a'], [303, 'PUT', 'GET', '/a'], [303, 'HEAD', 'HEAD', '/a'],
    [301, 'PUT', 'PUT', '/a'], [302, 'DELETE', 'DELETE', '/a'], [307, 'POST', 'POST', '/a'], [308, 'PATCH', 'PATCH', home('/a', otherPort)],
    [302, 'GET', 'GET', `http://other.example:${port}/a`],
  ]) {
    const body = ['GET', 'HEAD'].includes(method) ? undefined : new Blob(['content'], { type: 'text/x' });
    await fetch(to(target, `status=${status}`), { method, body, headers: { ...secrets, 'x-key': 'd' } }).then((response) => response.text());
    const last = seen.at(-1);
    const kept = body !== undefined && next === method;
    const isOther = target !== '/a';
    assert.deepEqual(
      [last.method, last.url, last.body, last.headers['content-type'], last.headers['x-key']],
      [next, '/a', kept ? 'content' : '', kept ? 'text/x' : undefined, 'd'], `${status} ${method}`,
    );
    for (const [name, value] of Object.entries(secrets)) assert.equal(last.headers[name], isOther ? undefined : value, `${status} ${name}`);
  }
  assert.equal((await fetch(to('/a'), { redirect: 'manual' })).status, 302);
  await assert.rejects(fetch(to('/a'), { redirect: 'error' }), TypeError);
});

test('names that turn, connections that are used again, and rules that admit other addresses', async () => {
  const { fetch } = guarded({ agent: { connections: 1 } });
  turn = 0;
  const turns = `http://turns.example:${port}/`;
  // The first connection is used again: nobody is asked for the name.
  for (let nth = 0; nth < 3; nth += 1) assert.equal(await outcome(() => fetch(turns)), 'GET /');
  assert.equal(turn, 1);
  assert.equal(await outcome(() => guarded().fetch(turns)), 'Denied address 0');
  // A connection to this machine is open for the rule of `/home`, and not for the other one.
  const both = (path) => outcome(() => fetch(`http://both.example:${port}${path}`));
  assert.deepEqual([await both('/home/a'), await both('/away/a'), await both('/home/b')], ['GET /home/a', 'Denied address 0', 'GET /home/b']);
  // After a denial, a request is sent as before.
  assert.equal(await outcome(() => fetch(to('http://10.0.0.1/'))), 'Denied special-address 1');
  assert.equal(await outcome(() => fetch(home('/again'))), 'GET /again');
});

test('the dispatcher alone, which sees each redirect of others', async () => {
  const { dispatcher } = guarded();
  const by = (url, more) => plainFetch(url, { dispatcher, ...more }).catch((error) => { throw error.cause ?? error; });
  assert.equal(await outcome(() => by(to('/a'))), 'GET /a');
  assert.equal(await outcome(() => by(to(`http://public.example:${port}/`))), 'Denied address null');
  assert.equal(await outcome(() => by(to('http://169.254.169.254/'))), 'Denied special-address null');
  assert.equal(await (await request(home('/r'), { dispatcher })).body.text(), 'GET /r');
  await assert.rejects(request(`http://mapped.example:${port}/`, { dispatcher }), Denied);
  assert.throws(() => dispatcher.dispatch({ origin: home(''), path: 'http://10.0.0.1/', method: 'GET' }, {}), TypeError);
  await assert.rejects(request({ origin: 'http://10.0.0.1', path: '/', dispatcher }), Denied);
});

test('cancelled requests, and a name that nobody finds', async () => {
  const { fetch } = guarded();
  for (const path of ['/never', '/slow']) {
    const stop = new AbortController();
    const work = outcome(() => fetch(home(path), { signal: stop.signal }));
    await sleep(50);
    stop.abort(new Error('enough'));
    assert.equal(await work, 'Error: enough', path);
  }
  assert.equal(await outcome(() => fetch(home('/a'), { signal: AbortSignal.abort(new Error('enough')) })), 'Error: enough');
  const lost = guarded({ lookup: () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })) });
  assert.equal(await outcome(() => lost.fetch(home('/a'))), 'TypeError: ENOTFOUND');
  const hung = guarded({ lookup: () => new Promise(() => {}), limits: { time: 100 } });
  assert.equal(await outcome(() => hung.fetch(home('/a'))), 'LimitExceeded time 0');
});

test('the attack list of the policy, as first URLs and as targets of redirects', async () => {
  const groups = [
    ...data['policy/families'].map(({ presets, texts }) => ({ policies: presets.map(presetText), texts })),
    // Policies whose violations are listed elsewhere have no test here.
    ...data['policy/bypasses'].map(({ policies = [], before: starts = [''], deny = [] }) => ({
      policies: policies.filter((policy) => !policy.includes('{')), texts: starts.flatMap((start) => (Array.isArray(deny) ? deny : Object.keys(deny)).map((end) => start + end)),
    })),
  ];
  const counts = { denied: 0, led: 0, redirects: 0 };
  const { fetch } = guarded();
  const base = to('');
  for (const { policies, texts } of groups) {
    for (const policy of policies.map(compile)) {
      const names = [];
      const first = guard(policy, { lookup: async (name) => { names.push(name); return ['10.0.0.1', '127.0.0.1']; } });
      for (const text of texts) {
        const { allowed, host } = policy.check(text);
        names.length = 0;
        const found = await outcome(() => first.fetch(text));
        // Where a preset admits the text, the name leads nowhere.
        assert.match(found, allowed ? /^Denied address 0$/ : /^Denied \S+ 0$/, text);
        assert.deepEqual(names, allowed && !net.isIP(host.replace(/[[\]]/g, '')) ? [host] : [], text);
        counts[allowed ? 'led' : 'denied'] += 1;
      }
    }
    // A header has no controls.
    for (const text of texts.filter((it) => it !== '' && !/[\0-\x1f\x7f]|^\s|\s$/.test(it))) {
      if (POLICY.check(text, base).allowed) continue;
      assert.match(await outcome(() => fetch(to(text))), /^Denied \S+ 1$/, text);
      counts.redirects += 1;
    }
  }
  assert.ok(counts.denied > 500 && counts.redirects > 300, JSON.stringify(counts));
});

test('TLS: the name of the URL is asked for and verified, though the socket goes to an address', async (t) => {
  const room = mkdtempSync(join(tmpdir(), 'oneiri-tls-'));
  const [key, cert] = ['key', 'cert'].map((name) => join(room, name));
  try {
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', cert,
      '-subj', '/CN=home.example', '-addext', 'subjectAltName=DNS:home.example'], { stdio: 'ignore' });
  } catch {
    return t.diagnostic('NOT CHECKED: TLS: there is no openssl');
  }
  const ca = readFileSync(cert);
  const secure = createSecureServer({ key: readFileSync(key), cert: ca }, (asked, response) => response.end(asked.socket.servername));
  const at = await listen(secure);
  const by = (tls, name) => outcome(() => guarded({ tls }).fetch(`https://${name}.example:${at}/`));
  assert.deepEqual(
    [await by({ ca }, 'home'), await by({ ca }, 'other'), await by({}, 'home')],
    ['home.example', 'TypeError: ERR_TLS_CERT_ALTNAME_INVALID', 'TypeError: DEPTH_ZERO_SELF_SIGNED_CERT'],
  );
  secure.closeAllConnections();
  secure.close();
  rmSync(room, { recursive: true });
});

test('nothing weakens the guard without saying so', async () => {
  Object.assign(process.env, { HTTP_PROXY: `http://127.0.0.1:${otherPort}`, http_proxy: `http://127.0.0.1:${otherPort}`, NODE_USE_ENV_PROXY: '1' });
  const count = seen.length;
  assert.equal(await outcome(() => guarded().fetch(home('/direct'))), 'GET /direct');
  assert.equal(seen[count].host, `home.example:${port}`);
  for (const options of [{ connect: {} }, { proxy: 'http://a' }, { limits: { size: 1 } }, { agent: { connect() {} } }, { agent: { factory() {} } },
    { tls: { host: 'h' } }, { tls: { lookup() {} } }, { tls: { path: '/socket' } }, { tls: { rejectUnauthorized: false } }]) {
    assert.throws(() => guard(POLICY, options), /has no option/, JSON.stringify(options));
  }
  // The dispatcher of a caller connects, so the URL is checked and no address is.
  const urls = [];
  const dangerDispatcher = { dispatch: ({ origin, path }, handler) => { urls.push(origin + path); handler.onError(new Error('end')); return true; } };
  const { fetch } = guarded({ dangerDispatcher });
  assert.equal(await outcome(() => fetch(`http://public.example:${port}/`)), 'TypeError: fetch failed');
  assert.equal(await outcome(() => fetch('http://elsewhere.com/')), 'Denied no-rule 0');
  assert.deepEqual(urls, [`http://public.example:${port}/`]);
});

test('no connection left the admitted addresses', () => {
  assert.deepEqual([...new Set(sockets)].sort(), ['127.0.0.1', '127.0.0.2']);
});

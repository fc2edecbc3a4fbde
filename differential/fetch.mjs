// The guards of npm against the server and the names of fetch.py, which starts this program: a line of JSON for each request.
import dns from 'node:dns';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { createInterface } from 'node:readline';

const require = createRequire(`${process.argv[2]}/`);
const fetch = require('node-fetch');
const names = JSON.parse(process.argv[3]);
const PUBLIC = process.argv[4];
const seen = { connected: [] };
const asked = {};

// What net calls for each connection.
const { TCP } = process.binding('tcp_wrap');
for (const name of ['connect', 'connect6']) {
  const own = TCP.prototype[name];
  TCP.prototype[name] = function connect(request, address, port) {
    seen.connected.push(address);
    if (address === PUBLIC) return own.call(this, request, '127.0.0.1', port);
    return address.startsWith('127.') || address === '0.0.0.0' ? own.call(this, request, address, port) : -111;
  };
}

function resolve(name) {
  const answers = names[name];
  if (!answers) return [];
  asked[name] = (asked[name] ?? 0) + 1;
  return answers[Math.min(asked[name], answers.length) - 1].map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

function lookup(name, options, callback) {
  if (typeof options === 'function') return lookup(name, {}, options);
  const found = resolve(name);
  if (!found.length) return process.nextTick(callback, Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }));
  process.nextTick(() => (options.all ? callback(null, found) : callback(null, found[0].address, found[0].family)));
}
dns.lookup = lookup;
dns.promises.lookup = async (name, options) => (options?.all ? resolve(name) : resolve(name)[0]);
syncBuiltinESMExports();

const { AntiSSRFPolicy, PolicyConfigOptions } = require('@microsoft/antissrf');
const policy = new AntiSSRFPolicy(PolicyConfigOptions.ExternalOnlyLatest);
policy.allowPlainTextHttp = true;
const filter = require('ssrf-req-filter');
const { useAgent } = require('request-filtering-agent');
const agents = {
  '@microsoft/antissrf': () => (url) => (url.protocol === 'http:' ? policy.getHttpAgent() : policy.getHttpsAgent()),
  'ssrf-req-filter': (url) => () => filter(url),
  'request-filtering-agent': (url) => () => useAgent(url),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { tool, url, headers } = JSON.parse(line);
  seen.connected = [];
  let result;
  try {
    const response = await fetch(url, { headers, timeout: 2000, agent: agents[tool](url) });
    result = `${(await response.text()).length} bytes`;
  } catch (error) {
    result = `error: ${error.message}`;
  }
  console.log(JSON.stringify({ result, connected: seen.connected }));
}

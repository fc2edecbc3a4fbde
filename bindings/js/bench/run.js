/**
 * Our functions beside those of others, in one process and in turns: `node bench/run.js [FILE]`. FILE has one URL on each
 * line; without it the list is made of patterns. The exit code is 1 if a bound is exceeded.
 */
import { readFileSync } from 'node:fs';
import fastUri from 'fast-uri';
import uriJs from 'uri-js';
import { parseTemplate } from 'url-template';
import whatwgUrl from 'whatwg-url';
import * as oneiri from '../src/index.js';
import { Template } from '../src/template.js';
import { URL as StandardURL } from '../src/whatwg.js';

const made = Array.from({ length: 20000 }, (_, index) => {
  const host = ['example.org', 'www.example.com', 'sub.domain.example.net'][index % 3];
  const path = ['', '/', `/wiki/Page_${index}`, `/a/b/c/${index}.html`, `/images/2024/${index % 12}/photo-${index}.jpg`][index % 5];
  const query = index % 4 === 0 ? `?id=${index}&lang=en` : '';
  return `https://${host}${path}${query}${index % 7 === 0 ? '#section' : ''}`;
});
/** The same list as others would spell it: letter case, escapes, dot segments and ports. */
const respelled = made.map((text, index) => {
  const [, host, rest] = /^https:\/\/([^/?#]*)(.*)$/.exec(text);
  return [
    `HTTPS://${host}${rest}`, `https://${host.toUpperCase()}${rest}`, `https://${host}:443${rest}`,
    `https://${host}/%7Eme/../x${rest.replace(/^\//, '')}`, `https://${host}${rest}`,
  ][index % 5];
});
const given = process.argv[2] && readFileSync(process.argv[2], 'utf8').split(/\r?\n/).filter((line) => URL.canParse(line) && oneiri.valid(line, 'uri'));
const lists = given ? { [process.argv[2]]: given.slice(0, 20000) } : { plain: made, respelled };

const FORM = '/users/{id}{?q,tags*,page}';
const VALUES = { q: 'tea & co', tags: ['a', 'b'], page: 2 };
const [template, other] = [new Template(FORM), parseTemplate(FORM)];

let sink = 0;
// Every component is read, and nothing is made of it: an absent one is `''` in one library, and `null` or `undefined` in
// another, and joining them would cost those that say `null` more.
const size = (part) => part?.length ?? 0;
const readAll = (it) => size(it.protocol) + size(it.username) + size(it.password) + size(it.hostname) + size(it.port)
  + size(it.pathname) + size(it.search) + size(it.hash);
const components = (it) => size(it.scheme) + size(it.userinfo) + size(it.host) + size(it.port) + size(it.path)
  + size(it.query) + size(it.fragment);

/** The tasks: ours first, then the others; `bound` is what ours may take of the first other one's time. */
const tasks = (list) => {
  const buffer = new TextEncoder().encode(`${list.join('\n')}\n`);
  const invalid = list.map((text) => text.replace('example', 'exa mple'));
  const all = (work) => () => { for (const text of invalid) sink += work(text); };
  const each = (work) => () => { for (const text of list) sink += work(text); };
  return {
    'parse, and read all components': {
      bound: 0.7,
      oneiri: each((text) => components(oneiri.parse(text))),
      URL: each((text) => readAll(new URL(text))),
      'fast-uri': each((text) => components(fastUri.parse(text))),
      'uri-js': each((text) => components(uriJs.parse(text))),
    },
    'normalize to a string': {
      bound: 0.15,
      oneiri: each((text) => oneiri.normalize(text, 'scheme', 'uri').length),
      'fast-uri': each((text) => fastUri.normalize(text).length),
      'uri-js': each((text) => uriJs.normalize(text).length),
      URL: each((text) => new URL(text).href.length),
    },
    'check every line': {
      bound: 0.3,
      oneiri: () => { sink += oneiri.validLines(buffer)[0]; },
      'URL.canParse': each((text) => (URL.canParse(text) ? 1 : 0)),
    },
    'is an invalid text valid': {
      bound: 3,
      oneiri: all((text) => (oneiri.valid(text) ? 1 : 0)),
      'URL.canParse': all((text) => (URL.canParse(text) ? 1 : 0)),
    },
    'href by the URL Standard': {
      bound: 0.15,
      oneiri: each((text) => new StandardURL(text).href.length),
      'whatwg-url': each((text) => new whatwgUrl.URL(text).href.length),
    },
    'expand a template': {
      bound: 1,
      oneiri: each((text) => template.expand({ ...VALUES, id: text }).length),
      'url-template': each((text) => other.expand({ ...VALUES, id: text }).length),
    },
    'normalize every line': {
      oneiri: () => { sink += oneiri.normalizeLines(buffer, 'scheme').valid[0]; },
      'URL.href': each((text) => new URL(text).href.length),
    },
  };
};

const ROUNDS = 15;
let failed = false;
for (const [name, list] of Object.entries(lists)) {
  console.log(`\n${name}: ${list.length} lines`);
  for (const [task, { bound, ...contenders }] of Object.entries(tasks(list))) {
    const times = Object.fromEntries(Object.keys(contenders).map((who) => [who, []]));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [who, work] of Object.entries(contenders)) {
        // The time of the processor, so that other programs on the machine do not count.
        const start = process.cpuUsage();
        work();
        const { user, system } = process.cpuUsage(start);
        times[who].push((user + system) * 1000 / list.length);
      }
    }
    const median = (all) => all.slice(3).sort((a, b) => a - b)[Math.floor((all.length - 3) / 2)];
    const ours = median(times.oneiri);
    const row = Object.entries(times).map(([who, all]) => `${who} ${median(all).toFixed(0)} ns (${(ours / median(all)).toFixed(2)})`);
    const [, rival] = Object.values(times);
    const held = bound === undefined || ours / median(rival) <= bound;
    failed ||= !held;
    console.log(`${task}: ${row.join(', ')}${bound === undefined ? '' : `; at most ${bound}: ${held ? 'held' : 'NOT HELD'}`}`);
  }
}
if (Number.isNaN(sink)) throw new Error('unreachable');
process.exitCode = failed ? 1 : 0;

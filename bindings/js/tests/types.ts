// Compiled by tests/package.test.js, and never run.
import { OneiriError, build, decode, encode, explain, lint, normalizeLines, parse, type Rung } from 'oneiri';
import { formats } from 'oneiri/ajv';
import fastUri, { resolve } from 'oneiri/fast-uri';

import { compile, type Decision } from 'oneiri/policy';
import { read } from 'oneiri/parsers';
import { redactText } from 'oneiri/redact';
import { Router, Template } from 'oneiri/template';
import { URL as StandardURL, validate } from 'oneiri/whatwg';

const host: string | null = parse('http://h/', 'uri').host;
const rung: Rung | null = explain('a', 'b').rung;
const text: string = normalizeLines('a\nb', 'scheme').lines;
const bytes: Uint8Array = normalizeLines(new Uint8Array(1)).lines;
const fix: string | undefined = lint('a')[0]?.fix?.text;
const ok: boolean = formats.iri(resolve('a', 'b'));
const same: boolean = fastUri.equal('a', { path: 'a' });
try {
  parse('[');
} catch (error) {
  if (error instanceof OneiriError) error.start.toFixed();
}
// @ts-expect-error: no such grammar
parse('a', 'url');
const changed: string = parse('a').with({ port: 80, query: null, path: undefined }, { repair: true }).text + encode(decode('a'), '/');
build({ scheme: 'a', path: 'b' }, { grammar: 'uri' });
// @ts-expect-error: no such component
build({ pathname: 'b' });
// @ts-expect-error: no such rung
explain('a', 'b').rung === 'syntax';
const decision: Decision = compile('').check('a', 'b');
const canonical: string | undefined = decision.allowed ? decision.canonical : decision.reasons[0]?.code;
const place: number | undefined = read('go', 'a').ranges['host']?.start ?? validate('a').errors[0]?.start;
const expanded: string = new Template('{a}').expand({ a: ['x', 1, null], b: { c: true }, d: [['e', 'f']] });
const index: number | undefined = new Router([new Template('a'), 'b'], { ranked: true }).find('a')?.index;
new StandardURL('a', new StandardURL('http://h')).searchParams.append('a', 'b');
export { canonical, expanded, index, place };
export { bytes, changed, fix, host, ok, rung, same, text };
import { Ajv } from 'ajv';
import { dedupe, init, limits, normalizeAll, tryParse, trim } from 'oneiri';
import { preset } from 'oneiri/policy';
import { init as load, parse as later } from 'oneiri/init';
import { Template as Later } from 'oneiri/init/template';

// The loop of the guide.
const ajv = new Ajv();
for (const name in formats) ajv.addFormat(name, formats[name]!);
for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
interface Search { q: string; tags: readonly string[]; page?: number; sort: { by: string } }
interface Sort { by: string; down: boolean }
const search: Search = { q: 'a', tags: ['b'] as const, sort: { by: 'x' } };
const sort: Sort = { by: 'x', down: true };
new Template('{?q,tags,page,sort*}').expand(search);
new Template('{?sort*}').expand({ sort, pairs: [['a', 1]] as const, map: new Map([['a', 1]]) });
new Template('{?q}').expand(new Map([['q', 1]]));
// @ts-expect-error: a function is no value
new Template('{?q}').expand({ q: () => 1 });
// @ts-expect-error: a list of lists of lists
new Template('{?q}').expand({ q: [[['a']]] });
// @ts-expect-error: no such preset
preset('sfrs');
// @ts-expect-error: no such parser
read('perl', 'a');
using held = new Later('/{a}');
const url = new URL('http://h');
const all: (string | null)[] = normalizeAll([url, parse('a'), 'b']);
const kept: URL[] = dedupe([url]);
const maybe: string | undefined = tryParse(new StandardURL('http://h').href)?.text;
await init();
await load(fetch('oneiri.wasm'));
await trim();
limits.maxLength = 5;
preset('ssrf').check(url, parse('http://h'));
export { all, held, kept, later, maybe };
const log: string = redactText(new URL('http://h'));

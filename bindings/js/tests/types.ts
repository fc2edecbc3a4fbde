// Compiled by tests/package.test.js, and never run.
import { OneiriError, build, decode, encode, explain, lint, normalizeLines, parse, type Rung } from 'oneiri';
import { formats } from 'oneiri/ajv';
import fastUri, { resolve } from 'oneiri/fast-uri';

import { compile, type Decision } from 'oneiri/policy';
import { read } from 'oneiri/parsers';
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

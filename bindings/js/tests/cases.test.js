/** Every case of testdata/ that this package can express. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as oneiri from '../src/index.js';
import { data } from './data.js';

const PARSED = [
  'decisions/parse-empties.toml', 'decisions/parse-scheme-or-segment.toml', 'decisions/parse-userinfo.toml',
  'decisions/parse-port.toml', 'decisions/parse-ip-literals.toml', 'decisions/parse-forbidden.toml',
  'decisions/parse-iri.toml', 'grammar.toml', 'errors.toml', 'srfi275/parse.toml',
];
/** The codes of lints that need Unicode's tables, which this package does not have. */
const WITH_TABLES = [
  'not-a-domain-name', 'punycode-host', 'mixed-script-host', 'confusable-host', 'other-host', 'not-nfc', 'bidi-structure',
];

/** The grammars, as references, that a case is about. */
const grammars = ({ grammar }) => (grammar === 'uri' || grammar === 'iri' ? [grammar] : ['uri', 'iri']).map((it) => `${it}-reference`);
const refused = (work) => assert.throws(work, oneiri.OneiriError);

/** A test for the cases of some files, which must be so many. */
function cases(files, count, check) {
  const all = files.flatMap((file) => data[file].map((it) => ({ file, ...it })));
  test(`${files[0]}${files.length > 1 ? ' and others' : ''}: ${count} cases`, () => {
    assert.equal(all.length, count);
    for (const it of all) {
      try {
        check(it);
      } catch (error) {
        error.message = `${it.id} (${it.file}): ${error.message}`;
        throw error;
      }
    }
  });
}

cases(PARSED, 425, (it) => {
  for (const grammar of it.file.startsWith('srfi275/') ? ['uri-reference', 'iri-reference'] : grammars(it)) {
    if (it.srfi === undefined) {
      refused(() => oneiri.parse(it.input, grammar));
      assert.equal(oneiri.valid(it.input, grammar), false);
      if (it.component === undefined && it.start === undefined) continue;
      try {
        oneiri.parse(it.input, grammar);
      } catch (error) {
        if (it.component !== undefined) assert.equal(error.component, it.component);
        if (it.start !== undefined) assert.equal(Buffer.byteLength(it.input.slice(0, error.start)), it.start);
      }
      continue;
    }
    // SRFI 275 has no empty path, and no empty host behind a userinfo.
    const found = oneiri.parse(it.input, grammar);
    const { scheme = null, user = null, host, path = '', query = null, fragment = null } = it.srfi;
    assert.deepEqual(
      [found.scheme, found.userinfo, found.path, found.query, found.fragment],
      [scheme, user, path, query, fragment],
    );
    if (host !== undefined) assert.equal(found.host, host);
    if (it.authority_present !== undefined) assert.equal(found.authority !== null, it.authority_present);
    if (it.port_raw !== undefined) assert.equal(found.port, it.port_raw);
    if (it.srfi.port !== undefined) assert.equal(BigInt(found.port), BigInt(it.srfi.port));
    assert.equal(String(found), it.input);
  }
});

cases(['decisions/normalize-uri.toml', 'decisions/normalize-uri-dots.toml', 'decisions/normalize-iri.toml'], 268, (it) => {
  const [alphabet, ...operation] = it.operation.split('-');
  const grammar = `${alphabet}-reference`;
  const normalize = (text, rung = 'path') => oneiri.normalize(text, rung, grammar);
  if (it.error) return refused(() => normalize(it.input));
  const step = { normalize: 'path', case: 'case', escape: 'escape', 'path-segments': 'path' }[operation.join('-')];
  assert.ok(step, it.operation);
  // The whole and the lowest rung have exactly the steps of these operations.
  if (step === 'case' || operation[0] === 'normalize') assert.equal(normalize(it.input, step), it.expected);
  // A rung has all steps up to its own, so one step leads to no other normal form, and is equal at the rung.
  assert.equal(normalize(it.expected), normalize(it.input));
  assert.ok(oneiri.equivalent(it.input, it.expected, step, grammar));
  // Without anything left for the steps before it, the rung is the step.
  if (step === 'escape' && normalize(it.input, 'case') === it.input && normalize(it.expected, 'case') === it.expected) {
    assert.equal(normalize(it.input, 'escape'), it.expected);
  }
  // The rung also writes ports without leading zeros, and drops empty ones.
  const port = oneiri.parse(it.input, grammar).port ?? '1';
  if (operation[0] === 'path' && /^[1-9]/.test(port) && [it.input, it.expected].every((text) => normalize(text, 'escape') === text)) {
    assert.equal(normalize(it.input), it.expected);
  }
});

cases(['decisions/resolve.toml', 'ladder/resolve.toml', 'stdurl/resolve.toml', 'srfi275/resolve-iri-reference.toml'], 134, (it) => {
  const grammar = grammars(it).at(-1).replace('-reference', '');
  const work = () => oneiri.resolve(it.base, it.reference, grammar);
  if (it.error) refused(work);
  else assert.equal(work(), it.expected);
});

cases(['decisions/convert.toml'], 28, (it) => {
  const work = () => (it.direction.includes('to-uri') || it.direction.endsWith('uri') ? oneiri.toUri : oneiri.toIri)(it.input);
  if (it.error) refused(work);
  else assert.equal(work(), it.expected);
});

cases(['ladder/pairs.toml', 'ladder/schemes.toml'], 281, (it) => {
  const grammar = `${it.grammar}-reference`;
  for (const [rung, name] of [['string', 'string'], ['path', 'syntax'], ['scheme', 'scheme']]) {
    const expected = it.expect[name];
    if (typeof expected !== 'boolean') continue;
    assert.equal(oneiri.equivalent(it.a, it.b, rung, grammar), expected, rung);
    const same = oneiri.normalize(it.a, rung, grammar) === oneiri.normalize(it.b, rung, grammar);
    assert.equal(same, expected, `the normal forms at ${rung}`);
  }
  const { rung, steps, difference } = oneiri.explain(it.a, it.b, grammar);
  assert.equal(rung, oneiri.compare(it.a, it.b, grammar));
  assert.equal(difference === null, rung !== null);
  for (const { a, b } of steps) assert.ok(a.start <= a.end && a.end <= it.a.length && b.start <= b.end && b.end <= it.b.length);
});

cases(['lenient.toml'], 34, (it) => {
  for (const grammar of grammars(it)) {
    const work = () => oneiri.lenient(it.input, grammar);
    if (it.error) refused(work);
    else assert.equal(work(), it.expected);
  }
});

cases(['lint.toml'], 426, (it) => {
  // This package has no tables: codes that need them are never found, and digits are seen in ASCII alone.
  const tables = WITH_TABLES.includes(it.code);
  const digits = it.code === 'ipv4-look-alike' && /[^\0-\x7f]|%[89A-F]/i.test(it.input);
  for (const grammar of grammars(it)) {
    const findings = oneiri.lint(it.input, 'strict', grammar, it.code);
    const found = findings.map(({ start, end }) => it.input.slice(start, end));
    const fixed = oneiri.fix(it.input, 'strict', grammar, it.code);
    for (const { code } of findings) assert.equal(code, it.code);
    if (tables || digits) {
      // What is found without tables, the library finds with them.
      assert.ok(found.every((stretch) => it.found.includes(stretch)), `${grammar}: ${found}`);
      const some = ['not-a-domain-name', 'other-host'].includes(it.code);
      if (tables && !some) assert.deepEqual(found, []);
      assert.equal(fixed, it.input);
      continue;
    }
    assert.deepEqual(found, it.found, grammar);
    assert.deepEqual(findings.map(({ detail }) => detail), it.details ?? found.map(() => ''));
    assert.equal(fixed, it.fixed ?? it.input);
  }
});

test('all valid texts of testdata, in one buffer and one by one', () => {
  const texts = Object.values(data).flat().map((it) => it.input).filter((text) => typeof text === 'string' && !/[\r\n]/.test(text));
  const buffer = texts.map((text) => `${text}\n`).join('');
  for (const grammar of ['uri', 'uri-reference', 'iri', 'iri-reference']) {
    const one = texts.map((text) => Number(oneiri.valid(text, grammar)));
    assert.deepEqual([...oneiri.validLines(buffer, grammar)], one);
    assert.deepEqual([...oneiri.validLines(new TextEncoder().encode(buffer), grammar)], one);
    for (const rung of ['string', 'case', 'escape', 'path', 'scheme']) {
      const normal = texts.map((text, index) => `${one[index] ? oneiri.normalize(text, rung, grammar) : text}\n`).join('');
      const { lines, valid } = oneiri.normalizeLines(buffer, rung, grammar);
      assert.equal(lines, normal);
      assert.deepEqual([...valid], one);
    }
  }
});

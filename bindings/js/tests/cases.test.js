/** Every case of testdata/ that this package has a function for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as oneiri from '../src/index.js';
import { calls } from './data.js';

const NAMES = ['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment'];
const RUNGS = ['string', 'case', 'escape', 'path', 'scheme'];
/** The codes of lints that need Unicode's tables, which this package does not have. */
const WITH_TABLES = [
  'not-a-domain-name', 'punycode-host', 'mixed-script-host', 'confusable-host', 'other-host', 'not-nfc', 'bidi-structure',
];

/** How the package calls an operation whose result is a text. */
const CALLS = {
  build: ({ texts, grammar }) =>
    String(oneiri.build(Object.fromEntries(NAMES.map((name, at) => [name, texts[at]])), { grammar })),
  decode_text: ({ texts }) => oneiri.decode(...texts),
  encode: ({ texts }) => oneiri.encode(...texts),
  normalize: ({ texts, options, grammar }) => oneiri.normalize(...texts, options.rung, grammar),
  parse_lenient: ({ texts, grammar }) => oneiri.lenient(...texts, grammar),
  relativize: ({ texts, grammar }) => oneiri.relativize(...texts, grammar),
  resolve: ({ texts, grammar }) => oneiri.resolve(...texts, grammar),
  to_iri: ({ texts }) => oneiri.toIri(...texts),
  to_uri: ({ texts }) => oneiri.toUri(...texts),
};

const cases = grouped(calls());

function grouped(all) {
  const groups = new Map();
  for (const it of all) groups.set(it.operation, [...(groups.get(it.operation) ?? []), it]);
  return groups;
}

/** A test for the cases of an operation. */
function each(operation, check) {
  test(`${operation}: ${cases.get(operation).length} cases`, () => {
    for (const it of cases.get(operation)) {
      try {
        check(it);
      } catch (error) {
        error.message = `${it.id}: ${error.message}`;
        throw error;
      }
    }
  });
}

/** A call throws the error of the case, with its place in UTF-16 code units. */
function refused(work, { error: expected, texts }) {
  assert.throws(work, (error) => {
    assert.ok(error instanceof oneiri.OneiriError, error);
    assert.deepEqual([error.start, error.end, error.message], expected.utf16);
    assert.equal(error.kind, expected.kind);
    assert.equal(error.component, expected.component ?? 'text');
    assert.equal(error.text, texts[expected.argument]);
    return true;
  });
}

test('every operation has a test, or no function here', () => {
  const others = ['parse', 'is_valid', 'rung', 'lint', 'fix'];
  // `with` builds the identifier anew, so its errors have other places; `behaviour.test.js` has it.
  const missing = ['decode', 'fingerprint', 'normalize_steps', 'set'];
  assert.deepEqual([...cases.keys()].sort(), [...Object.keys(CALLS), ...others, ...missing].sort());
});

for (const [operation, call] of Object.entries(CALLS)) {
  each(operation, (it) => {
    if (it.error) refused(() => call(it), it);
    else assert.equal(call(it), it.text);
  });
}

each('parse', (it) => {
  const [text] = it.texts;
  assert.equal(oneiri.valid(text, it.grammar), it.parts !== undefined);
  if (it.error) {
    refused(() => oneiri.parse(text, it.grammar), it);
    return;
  }
  const found = oneiri.parse(text, it.grammar);
  assert.deepEqual(NAMES.map((name) => found[name]), it.parts);
  assert.equal(found.authority !== null, it.parts[2] !== null);
  assert.equal(String(found), text);
});

each('is_valid', ({ texts: [text], grammar, valid }) => assert.equal(oneiri.valid(text, grammar), valid));

each('rung', ({ texts: [a, b], grammar, rung }) => {
  assert.equal(oneiri.compare(a, b, grammar), rung);
  RUNGS.forEach((name, place) => {
    const equal = rung !== null && RUNGS.indexOf(rung) <= place;
    assert.equal(oneiri.equivalent(a, b, name, grammar), equal, name);
    const [one, other] = [a, b].map((text) => oneiri.normalize(text, name, grammar));
    assert.equal(one === other, equal, `the normal forms at ${name}`);
  });
  const explained = oneiri.explain(a, b, grammar);
  assert.equal(explained.rung, rung);
  assert.equal(explained.difference === null, rung !== null);
  const within = ({ start, end }, text) => start <= end && end <= text.length;
  assert.ok(explained.steps.every((step) => within(step.a, a) && within(step.b, b)));
});

/** The package has no tables: codes that need them are never found, and only digits in ASCII are seen. */
function needsTables({ texts: [text], options: { only } }) {
  return WITH_TABLES.includes(only) || only === 'ipv4-look-alike' && /[^\0-\x7f]|%[89A-F]/i.test(text);
}

each('lint', (it) => {
  const { texts: [text], grammar, options: { only } } = it;
  const findings = oneiri.lint(text, 'strict', grammar, only);
  for (const { code } of findings) assert.equal(code, only);
  const found = findings.map(({ start, end, detail }) => [text.slice(start, end), detail]);
  if (!needsTables(it)) {
    assert.deepEqual(found, it.findings);
    return;
  }
  // What is found without tables, the library finds with them.
  const expected = it.findings.map(([stretch]) => stretch);
  assert.ok(found.every(([stretch]) => expected.includes(stretch)), found);
  if (WITH_TABLES.includes(only) && !['not-a-domain-name', 'other-host'].includes(only)) assert.deepEqual(found, []);
});

each('fix', (it) => {
  const fixed = oneiri.fix(it.texts[0], 'strict', it.grammar, it.options.only);
  assert.equal(fixed, needsTables(it) ? it.texts[0] : it.text);
});

test('all texts of testdata, in one buffer and one by one', () => {
  const texts = [...new Set([...cases.values()].flat().map(({ texts: [text] }) => text))];
  const lines = texts.filter((text) => typeof text === 'string' && !/[\r\n]/.test(text));
  const buffer = lines.map((text) => `${text}\n`).join('');
  for (const grammar of ['uri', 'uri-reference', 'iri', 'iri-reference']) {
    const one = lines.map((text) => Number(oneiri.valid(text, grammar)));
    assert.deepEqual([...oneiri.validLines(buffer, grammar)], one);
    assert.deepEqual([...oneiri.validLines(new TextEncoder().encode(buffer), grammar)], one);
    for (const rung of RUNGS) {
      const normal = lines.map((text, index) => `${one[index] ? oneiri.normalize(text, rung, grammar) : text}\n`).join('');
      const { lines: found, valid } = oneiri.normalizeLines(buffer, rung, grammar);
      assert.equal(found, normal);
      assert.deepEqual([...valid], one);
    }
  }
});

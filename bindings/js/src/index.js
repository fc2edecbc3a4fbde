/**
 * The functions of the package. Every text is a string; every error of a text is a `OneiriError`. `explain` and `lint` read an
 * answer in the order in which `crates/oneiri-wasm/src/operation.rs` writes it. What is exported here is declared in `index.d.ts`.
 */
import { checkLength, limits, textOf } from './answer.js';
import { Identifier, build } from './identifier.js';
import {
  answered, applied, batch, grammarOf, init, isValid, profileOf, rungOf, trim,
} from './engine.js';
import { RUNGS } from './operations.js';

export { Identifier, build, init, limits, trim };
export { OneiriError } from './error.js';

export const parse = (text, grammar = 'iri-reference') => new Identifier(text, grammar);

/** Like `parse`, but `null` for an invalid text. */
export const tryParse = (text, grammar = 'iri-reference') => Identifier.tryParse(text, grammar);

export const valid = (text, grammar = 'iri-reference') => isValid(text, grammarOf(grammar));

export function normalize(text, rung = 'scheme', grammar = 'iri-reference') {
  return applied('normalize', grammarOf(grammar), rungOf(rung), text, '');
}

export function resolve(base, reference, grammar = 'iri') {
  return applied('resolve', grammarOf(grammar), 0, base, reference);
}

export function relativize(base, target, grammar = 'iri') {
  return applied('relativize', grammarOf(grammar), 0, base, target);
}

export const toUri = (text) => applied('toUri', grammarOf('iri-reference'), 0, text, '');

export const toIri = (text) => applied('toIri', grammarOf('uri-reference'), 0, text, '');

export function lenient(text, grammar = 'iri-reference') {
  return applied('lenient', grammarOf(grammar), 0, text, '');
}

/** The text with `***` in place of its password, for a log. */
export function redact(text, grammar = 'iri-reference') {
  return applied('redact', grammarOf(grammar), 0, text, '');
}

/** The text that the `htu` of a DPoP proof is compared by (RFC 9449 section 4.3). */
export const htu = (text) => applied('htu', grammarOf('iri'), 0, text, '');

/** The text that `file` URLs of one drive are compared by: an assumption, `drive@1`, because no standard says so. */
export const drive = (text) => applied('drive', grammarOf('iri-reference'), 0, text, '');

/** Percent-encodes a text as data of a component: all but the unreserved characters and those of `safe`. */
export const encode = (text, safe = '') => applied('encode', 0, 0, text, safe);

/** Decodes all escapes of a component. */
export const decode = (text) => applied('decode', 0, 0, text, '');

export function compare(a, b, grammar = 'iri-reference') {
  return RUNGS[answered('compare', grammarOf(grammar), 0, a, b).number()] ?? null;
}

export function equivalent(a, b, rung = 'scheme', grammar = 'iri-reference') {
  const most = rungOf(rung);
  const found = answered('compare', grammarOf(grammar), 0, a, b).number();
  return found <= most;
}

export function explain(a, b, grammar = 'iri-reference') {
  const answer = answered('explain', grammarOf(grammar), 0, a, b);
  const range = () => ({ start: answer.number(), end: answer.number() });
  const rung = RUNGS[answer.number()] ?? null;
  const steps = Array.from({ length: answer.number() }, () => ({
    component: answer.text(),
    a: range(),
    b: range(),
    rule: answer.text(),
    rung: RUNGS[answer.number()],
    source: answer.text(),
    description: answer.text(),
  }));
  const difference = answer.number() === 0 ? null : {
    component: answer.text(),
    a: range(),
    b: range(),
    reason: answer.text(),
    section: answer.text(),
    description: answer.text(),
  };
  return { rung, steps, difference };
}

export function lint(text, profile = 'web', grammar = 'iri-reference', code = '') {
  const answer = answered('lint', grammarOf(grammar), profileOf(profile), text, code);
  return Array.from({ length: answer.number() }, () => ({
    code: answer.text(),
    id: answer.text(),
    level: answer.text(),
    component: answer.text(),
    start: answer.number(),
    end: answer.number(),
    detail: answer.text(),
    section: answer.text(),
    message: answer.text(),
    fix: answer.number() === 0 ? null : { start: answer.number(), end: answer.number(), text: answer.text() },
  }));
}

export function fix(text, profile = 'web', grammar = 'iri-reference', code = '') {
  return applied('fix', grammarOf(grammar), profileOf(profile), text, code);
}

/** One byte for each line: 1 if the line is valid. */
export const validLines = (lines, grammar = 'iri-reference') => batch(lines, grammarOf(grammar)).valid;

/** The lines with each valid one replaced by its normal form, and which are valid. */
export const normalizeLines = (lines, rung = 'scheme', grammar = 'iri-reference') => batch(lines, grammarOf(grammar), rungOf(rung));

/** The normal forms of many texts; `null` for an invalid one. */
export function normalizeAll(texts, rung = 'scheme', grammar = 'iri-reference') {
  if (typeof texts === 'string') throw new TypeError('oneiri: an array of texts is needed, not one string');
  // A text with a line end is invalid, and it would be two lines.
  const lines = [...texts].map(textOf).map((text) => {
    checkLength(text.length);
    return `${/[\r\n]/.test(text) ? '<' : text}\n`;
  });
  const { lines: normal, valid: flags } = normalizeLines(lines.join(''), rung, grammar);
  return normal.split('\n').slice(0, -1).map((text, nth) => (flags[nth] === 1 ? text : null));
}

/** The texts without those that equal an earlier one at a rung. An invalid text equals none but itself. */
export function dedupe(texts, rung = 'scheme', grammar = 'iri-reference') {
  const given = typeof texts === 'string' ? texts : [...texts];
  const seen = new Set();
  return normalizeAll(given, rung, grammar).flatMap((normal, nth) => {
    const key = normal ?? `\n${textOf(given[nth])}`;
    return seen.size === seen.add(key).size ? [] : [given[nth]];
  });
}

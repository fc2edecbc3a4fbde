/**
 * Which URLs a program may touch. The numbers of operations and the order of an answer are those of
 * `crates/oneiri-wasm/src/subpath/policy.rs`. A text that cannot be given to the module is denied here, because a
 * program that catches errors would go on. `tests/subpaths.test.js` has the cases of `oneiri-policy`.
 */
import { isWellFormed, limits, surrogateError, textOf } from './answer.js';
import { list, open, range, withBase } from './subpath.js';

const { ask, init, Kept } = open('policy.wasm', () => new URL('./policy.wasm', import.meta.url));
const [COMPILE, PRESET, CHECK, ADMITS, NEAREST] = [0, 1, 2, 3, 4];
const NONE = 0xffffffff;

export { init, limits };

const denied = (reasons) => ({ allowed: false, canonical: null, host: null, port: null, rule: null, reasons });

/** Why a text or a base is denied that cannot be given to the module; `null` if it can be. */
function unfit(text, base) {
  if (text.length > limits.maxLength) {
    const message = `the text has ${text.length} code units, and limits.maxLength is ${limits.maxLength}`;
    return { code: 'length', message, start: 0, end: text.length, parsers: [] };
  }
  if (!isWellFormed(text)) {
    const { message, start, end } = surrogateError(text);
    return { code: 'not-utf8', message, start, end, parsers: [] };
  }
  if (base !== null && (base.length > limits.maxLength || !isWellFormed(base))) {
    return { code: 'base', message: 'the base is too long, or has half of a surrogate pair', start: 0, end: 0, parsers: [] };
  }
  return null;
}

/** The file of a preset. */
export function presetText(name) {
  const answer = ask(PRESET, [name]);
  const [isKnown, text] = [answer.number(), answer.text()];
  if (isKnown !== 1) throw new TypeError(`oneiri: no preset is named '${name}': ${text}`);
  return text;
}

export class Policy extends Kept {
  constructor(toml) {
    const text = textOf(toml);
    super(ask(COMPILE, [text]).number());
    this.text = text;
    Object.freeze(this);
  }

  check(text, base) {
    const texts = withBase([text], base).map(textOf);
    const reason = unfit(texts[0], texts[1] ?? null);
    if (reason !== null) return denied([reason]);
    const answer = Kept.ask(this, CHECK, texts);
    if (answer.number() === 0) {
      return denied(list(answer, () => ({
        code: answer.text(),
        message: answer.text(),
        ...range(answer),
        parsers: list(answer, () => ({ parser: answer.text(), saw: answer.text() })),
      })));
    }
    const [canonical, host, port, rule] = [answer.text(), answer.text(), answer.number(), answer.number()];
    return { allowed: true, canonical, host: host || null, port: port === NONE ? null : port, rule, reasons: [] };
  }

  nearest(text, base) {
    const texts = withBase([text], base).map(textOf);
    return unfit(texts[0], texts[1] ?? null) === null ? Kept.ask(this, NEAREST, texts).text() || null : null;
  }

  admits(canonical, address) {
    const texts = [canonical, address].map(textOf);
    return texts.every((text) => unfit(text, null) === null) && Kept.ask(this, ADMITS, texts).number() === 1;
  }
}

export const compile = (toml) => new Policy(toml);

export const preset = (name) => new Policy(presetText(name));

/** Which URLs a program may touch. */
import { list, open, range, withBase } from './subpath.js';
import { load } from '#wasm';

const { ask, tie } = open(await load(new URL('./policy.wasm', import.meta.url)));
const [COMPILE, PRESET, CHECK, ADMITS] = [0, 1, 2, 3];
const NONE = 0xffffffff;

/** The file of a preset. */
export const presetText = (name) => ask(PRESET, [name]).text();

export class Policy {
  #number;

  constructor(toml) {
    this.#number = tie(this, ask(COMPILE, [toml]).number());
  }

  check(text, base) {
    const answer = ask(CHECK, withBase([text], base), this.#number);
    if (answer.number() === 0) {
      const reasons = list(answer, () => ({
        code: answer.text(),
        message: answer.text(),
        ...range(answer),
        parsers: list(answer, () => ({ parser: answer.text(), saw: answer.text() })),
      }));
      return { allowed: false, canonical: null, host: null, port: null, rule: null, reasons };
    }
    const [canonical, host, port, rule] = [answer.text(), answer.text(), answer.number(), answer.number()];
    return { allowed: true, canonical, host: host || null, port: port === NONE ? null : port, rule, reasons: [] };
  }

  admits(canonical, address) {
    return ask(ADMITS, [canonical, address], this.#number).number() === 1;
  }
}

export const compile = (toml) => new Policy(toml);

export const preset = (name) => new Policy(presetText(name));

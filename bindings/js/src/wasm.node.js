/** Loads a module in Node. */
import { readFileSync } from 'node:fs';

export const load = (url) => new WebAssembly.Instance(new WebAssembly.Module(readFileSync(url))).exports;

/** Loads the module in Node. */
import { readFileSync } from 'node:fs';

export function load() {
  const bytes = readFileSync(new URL('./oneiri.wasm', import.meta.url));
  return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
}

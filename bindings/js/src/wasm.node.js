/** Reads the file of a module in Node, in the place of `wasm.js`: `imports` in `package.json`. `wasm.cjs` does it for CommonJS. */
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { pathToFileURL } from 'node:url';

// By another name, so that no bundler follows it.
const requireFrom = module.createRequire;

export function read(name, address) {
  // A bundle in the format of CommonJS has no address of its own, and a file name.
  const here = import.meta.url ?? pathToFileURL(__filename);
  const places = [
    () => (import.meta.url === undefined ? new URL(name, here) : address()),
    // A bundle without the file beside it.
    () => requireFrom(here).resolve(`oneiri/${name}`),
  ];
  for (const place of places) {
    try {
      return readFileSync(place());
    } catch {
      // The next place.
    }
  }
  throw new Error(`oneiri: ${name} is not beside ${here}, and there is no package oneiri; copy node_modules/oneiri/src/${name} there`);
}

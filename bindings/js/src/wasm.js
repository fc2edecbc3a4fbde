/** A browser has no file that can be read at once. In Node, `package.json` puts `wasm.node.js` in the place of this file. */
export const read = null;

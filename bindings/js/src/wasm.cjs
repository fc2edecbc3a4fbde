/** Reads the file of a module in Node, for CommonJS: `cjs.js` puts it in the place of `#wasm`. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

exports.read = (name) => readFileSync(join(__dirname, name));

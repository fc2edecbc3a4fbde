/** Loads a module in Node, for CommonJS. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

exports.load = (name) => new WebAssembly.Instance(new WebAssembly.Module(readFileSync(join(__dirname, name)))).exports;

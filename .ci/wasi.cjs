// Runs a program of WebAssembly: node wasi.cjs PROGRAM ARGUMENT...
const { readFileSync } = require('node:fs');
const { WASI } = require('node:wasi');

const args = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args, env: process.env, returnOnExit: true });
WebAssembly.instantiate(readFileSync(args[0]), { wasi_snapshot_preview1: wasi.wasiImport }).then(({ instance }) => {
    process.exitCode = wasi.start(instance);
});

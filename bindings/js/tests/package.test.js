/** What is published: the files, their types, and their size. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = (...command) => execFileSync(command[0], command.slice(1), { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** The most bytes that the packed package may have. */
const MOST = 150_000;

test('the package has its files and no others, and stays small', () => {
  const [{ files, size }] = JSON.parse(run('npm', 'pack', '--dry-run', '--json'));
  const names = files.map(({ path }) => path).sort();
  assert.ok(names.includes('src/oneiri.wasm') && names.includes('src/index.d.ts') && names.includes('README.md'));
  const odd = names.filter((name) => !/^(src\/[a-z.-]+\.(js|d\.ts|wasm)|package\.json|README\.md|LICENSE-(MIT|APACHE))$/.test(name));
  assert.deepEqual(odd, []);
  assert.ok(size <= MOST, `${size} bytes packed`);
});

test('the module has vectors, whatever flags the build was given', () => {
  const bytes = readFileSync(new URL('../src/oneiri.wasm', import.meta.url));
  // i8x16.bitmask, which the scanner is made of.
  assert.ok(bytes.includes(Buffer.from([0xfd, 0x64])));
});

test('the types are those of the code', () => {
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom'];
  run('node_modules/.bin/tsc', ...options, 'tests/types.ts');
});

test('every function that the types declare is exported, and no other', async () => {
  for (const file of ['index', 'fast-uri', 'ajv']) {
    const declared = readFileSync(new URL(`../src/${file}.d.ts`, import.meta.url), 'utf8').matchAll(/^export (?:function|class|const) (\w+)/gm);
    const names = new Set([...declared].map(([, name]) => name));
    const exported = Object.keys(await import(`../src/${file}.js`)).filter((name) => name !== 'default');
    assert.deepEqual([...names].sort(), exported.sort());
  }
});

/** What is published: the files, their types, and their size. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

test('the packed package runs, bundled by esbuild with the module beside, and as the README says without links that lead nowhere', async () => {
  const room = mkdtempSync(join(tmpdir(), 'oneiri-'));
  try {
    const [{ filename }] = JSON.parse(run('npm', 'pack', '--json', '--pack-destination', room));
    execFileSync('tar', ['-xzf', join(room, filename), '-C', room]);
    mkdirSync(join(room, 'node_modules'));
    renameSync(join(room, 'package'), join(room, 'node_modules/oneiri'));
    const readme = readFileSync(join(room, 'node_modules/oneiri/README.md'), 'utf8');
    assert.doesNotMatch(readme, /\]\((?!https?:)/);
    assert.match(readme, /npm install oneiri/);
    const first = readme.match(/```js\n(.*?)```/s)[1];
    writeFileSync(join(room, 'app.mjs'), `${first}\nconsole.log(normalize('HTTP://example.com/a/../%7Eme'));\n`);
    const said = 'http://example.com/~me\n';
    const node = (file) => execFileSync(process.execPath, [file], { cwd: room, encoding: 'utf8' });
    assert.equal(node('app.mjs'), said);
    const bundler = join(root, 'node_modules/.bin/esbuild');
    for (const platform of ['node', 'browser']) {
      const out = join(room, platform);
      const options = ['--bundle', '--format=esm', '--log-level=error', `--platform=${platform}`, '--out-extension:.js=.mjs'];
      execFileSync(bundler, ['app.mjs', ...options, `--outdir=${out}`], { cwd: room });
      copyFileSync(join(room, 'node_modules/oneiri/src/oneiri.wasm'), join(out, 'oneiri.wasm'));
      // Node does not fetch files, as a browser does.
      const fetches = "globalThis.fetch = async (url) => new Response((await import('node:fs')).readFileSync(url));\n";
      writeFileSync(join(out, 'start.mjs'), `${fetches}await import('./app.mjs');\n`);
      assert.equal(node(join(out, 'start.mjs')), said);
    }
  } finally {
    rmSync(room, { recursive: true });
  }
});

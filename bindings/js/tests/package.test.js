/** What is published: the files, their types, and their size. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = (...command) => execFileSync(command[0], command.slice(1), { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** The most bytes that the packed package may have. */
const MOST = 1_050_000;

/** Packs the package into a folder. */
const pack = (room) => JSON.parse(run('npm', 'pack', '--json', '--silent', '--pack-destination', room))[0].filename;
/** Installs a packed package in a folder, as those who have no more than Node do. */
const install = (room, filename) => {
  writeFileSync(join(room, 'package.json'), '{ "private": true }');
  execFileSync('npm', ['install', '--offline', '--silent', '--no-audit', '--no-fund', `./${filename}`], { cwd: room });
};

/** The oldest Node, from the registry; `null` where there is none. */
function oldest(room) {
  try {
    const command = ['-y', 'node@20.0.0', '-p', 'process.execPath'];
    return execFileSync('npx', command, { cwd: room, encoding: 'utf8', timeout: 120_000, stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

test('the package has its files and no others, and stays small', () => {
  const [{ files, size }] = JSON.parse(run('npm', 'pack', '--dry-run', '--json', '--silent'));
  const names = files.map(({ path }) => path).sort();
  assert.ok(names.includes('src/oneiri.wasm') && names.includes('src/index.d.ts') && names.includes('README.md'));
  const odd = names.filter((name) => !/^(src\/((?:cjs|web)\/)?[a-z.-]+\.(c?js|d\.ts|wasm)|src\/cjs\/package\.json|package\.json|README\.md|LICENSE-(MIT|APACHE))$/.test(name));
  assert.deepEqual(odd, []);
  assert.ok(size <= MOST, `${size} bytes packed`);
});

test('what an import loads is what the README says', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| `(oneiri[^`]*)` \|.*\| (\d+) KB \| (\d+) KB \|$/gm)];
  assert.deepEqual(rows.map(([, name]) => name), ['oneiri', 'oneiri/whatwg', 'oneiri/template', 'oneiri/policy', 'oneiri/parsers', 'oneiri/redact']);
  const common = ['answer.js', 'error.js', 'load.js', 'wasm.js'];
  for (const [, name, raw, packed] of rows) {
    const own = name === 'oneiri' ? ['index.js', 'identifier.js', 'engine.js', 'operations.js', 'oneiri.wasm']
      : ['subpath.js', ...['js', 'wasm'].map((ending) => `${name.slice('oneiri/'.length)}.${ending}`)];
    const files = [...own, ...common].map((file) => readFileSync(join(root, 'src', file)));
    const sizes = [files, files.map((file) => gzipSync(file, { level: 9 }))].map((all) => all.reduce((sum, { length }) => sum + length, 0) / 1000);
    // Another compiler writes another module.
    for (const [said, size] of [[raw, sizes[0]], [packed, sizes[1]]]) {
      assert.ok(Math.abs(said - size) <= 0.03 * size + 1, `${name}: ${size} KB, and the README says ${said}`);
    }
  }
});

test('the module has vectors, whatever flags the build was given', () => {
  const bytes = readFileSync(new URL('../src/oneiri.wasm', import.meta.url));
  // i8x16.bitmask, which the scanner is made of.
  assert.ok(bytes.includes(Buffer.from([0xfd, 0x64])));
});

test('the types are those of the code', () => {
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom'];
  run('node_modules/.bin/tsc', ...options, 'tests/types.ts');
  // The types of undici need those of Node, which are not installed.
  run('node_modules/.bin/tsc', ...options, '--skipLibCheck', 'tests/types-undici.ts');
});

test('every function that the types declare is exported, and no other', async () => {
  for (const file of ['index', 'fast-uri', 'uri-js', 'ajv', 'whatwg', 'template', 'policy', 'parsers', 'redact', 'undici']) {
    const types = readFileSync(new URL(`../src/${file}.d.ts`, import.meta.url), 'utf8');
    const declared = [...types.matchAll(/^export (?:function|class|const) (\w+)/gm)].map(([, name]) => name);
    const passed = [...types.matchAll(/^export \{ (.*) \} from/gm)].flatMap(([, names]) => names.split(', ')).filter((name) => !name.startsWith('type '));
    const names = new Set([...declared, ...passed]);
    const exported = Object.keys(await import(`../src/${file}.js`)).filter((name) => name !== 'default');
    assert.deepEqual([...names].sort(), exported.sort());
  }
});

test('the packed package runs, bundled by esbuild with the module beside, and as the README says without links that lead nowhere', async () => {
  const room = mkdtempSync(join(tmpdir(), 'oneiri-'));
  try {
    const filename = pack(room);
    install(room, filename);
    const readme = readFileSync(join(room, 'node_modules/oneiri/README.md'), 'utf8');
    assert.doesNotMatch(readme, /\]\((?!https?:)/);
    assert.match(readme, /npm install oneiri/);
    const blocks = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, block]) => block);
    const said = 'http://example.com/~me\n';
    const node = (file) => execFileSync(process.execPath, [file], { cwd: room, encoding: 'utf8' });
    symlinkSync(join(root, 'node_modules/undici'), join(room, 'node_modules/undici'));
    // A value after an expression is what the expression gives.
    for (const block of blocks) {
      const checks = block.replace(/^(\S.*?); +\/\/ (.*)$/gm, 'deepEqual($1, $2);');
      assert.match(checks, /deepEqual/);
      writeFileSync(join(room, 'block.mjs'), `import { deepEqual } from 'node:assert/strict';\n${checks}`);
      node('block.mjs');
    }
    assert.equal(blocks.length, 4);
    writeFileSync(join(room, 'undici.cjs'), "console.log(Object.keys(require('oneiri/undici')).sort().join());\n");
    assert.equal(node('undici.cjs'), 'Denied,LimitExceeded,guard\n');
    writeFileSync(join(room, 'app.mjs'), `${blocks[0]}\nconsole.log(normalize('HTTP://example.com/a/../%7Eme'));\n`);
    assert.equal(node('app.mjs'), said);
    const bundler = join(root, 'node_modules/esbuild/bin/esbuild');
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

test('import and require of every entry, also by Node 20.0', (t) => {
  const room = mkdtempSync(join(tmpdir(), 'oneiri-'));
  try {
    install(room, pack(room));
    const entries = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).exports).filter((entry) => !/\.wasm$|undici/.test(entry));
    const names = entries.map((entry) => entry.replace('.', 'oneiri'));
    const work = `
      for (const [name, it] of Object.entries(modules)) if (Object.keys(it).length === 0) throw new Error(name);
      console.log(modules.oneiri.parse('http://h/a').with({ path: '/b' }).text);
      try { modules.oneiri.parse('['); } catch (error) { console.log(error instanceof modules.oneiri.OneiriError); }\n`;
    const each = (load) => names.map((name) => `${JSON.stringify(name)}: ${load(JSON.stringify(name))}`).join();
    writeFileSync(join(room, 'app.cjs'), `const modules = { ${each((name) => `require(${name})`)} };${work}`);
    writeFileSync(join(room, 'app.mjs'), `const modules = { ${each((name) => `await import(${name})`)} };${work}`);
    const nodes = [process.execPath, oldest(room)].filter(Boolean);
    if (nodes.length === 1) t.diagnostic('NOT CHECKED: Node 20.0.0, which the registry has');
    for (const node of nodes) {
      for (const file of ['app.cjs', 'app.mjs']) {
        assert.equal(execFileSync(node, [file], { cwd: room, encoding: 'utf8' }), 'http://h/b\ntrue\n', `${node} ${file}`);
      }
    }
    // TypeScript, which knows the difference, finds types for both.
    const uses = names.map((name, nth) => `import * as it${nth} from ${JSON.stringify(name)};`).join('\n');
    for (const file of ['types.cts', 'types.mts']) {
      writeFileSync(join(room, file), `${uses}\nit0.parse('a').with({ path: 'b' });\n`);
      run('node_modules/.bin/tsc', '--noEmit', '--strict', '--target', 'es2022', '--module', 'node20', '--lib', 'es2022,dom', join(room, file));
    }
  } finally {
    rmSync(room, { recursive: true });
  }
});

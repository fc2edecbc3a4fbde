/** The packed package in each bundler that the README names, and what a bundle makes of `oneiri` and of `oneiri/init`. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const room = mkdtempSync(join(tmpdir(), 'oneiri-bundlers-'));
after(() => rmSync(room, { recursive: true }));

const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', room], { cwd: root, encoding: 'utf8' }));
writeFileSync(join(room, 'package.json'), '{ "private": true, "type": "module" }');
execFileSync('npm', ['install', '--offline', '--silent', '--no-audit', '--no-fund', `./${filename}`], { cwd: room });
const file = (name) => join(room, name);
const SAID = 'http://h/~\n';
const use = (entry, start) => `import * as oneiri from '${entry}';\nimport { Template } from '${entry}/template';\n${start}`;
const say = "console.log(oneiri.normalize('HTTP://h/%7e'));";
writeFileSync(file('waits.mjs'), `import { normalize } from 'oneiri';\nconsole.log(normalize('HTTP://h/%7e'));\n`);
writeFileSync(file('node.mjs'), `${use('oneiri', say)}\nif (new Template('{a}').expand({ a: 1 }) !== '1') throw new Error('template');\n`);
writeFileSync(file('later.mjs'), `import * as oneiri from 'oneiri/init';\noneiri.init(globalThis.SOURCE).then(() => { ${say} });\n`);
// What a worker does: it listens at once, also for what is posted before the module has loaded.
writeFileSync(file('worker.mjs'), `import * as oneiri from 'oneiri/init';\nconst ready = oneiri.init();\nglobalThis.onmessage = async ({ data }) => { await ready; console.log(oneiri.normalize(data)); };\n`);
writeFileSync(file('page.mjs'), "globalThis.worker = new Worker(new URL('./worker.mjs', import.meta.url));\n");
// Node has no files to fetch and no `self`, as browsers have.
writeFileSync(file('browser.mjs'), `import { readFileSync } from 'node:fs';
globalThis.fetch = async (url) => new Response(readFileSync(new URL(url)));
globalThis.self = globalThis;
globalThis.document = { currentScript: null, baseURI: 'file:///' };
globalThis.location = { href: 'file://' + process.argv[2], protocol: 'file:' };\n`);

const node = (...parts) => execFileSync(process.execPath, parts, { cwd: room, encoding: 'utf8' });
/** Runs a bundle as a browser would. */
const browse = (path) => node('--import', file('browser.mjs'), path);
/** The bundlers of package.json in this folder, which nobody needs but these tests. Where npm finds none, the tests say so. */
try {
  execFileSync('npm', ['install', '--prefer-offline', '--no-package-lock', '--silent', '--no-audit', '--no-fund'], { cwd: fileURLToPath(new URL('.', import.meta.url)), stdio: 'ignore' });
} catch {
  // The next line of each test.
}
const bundler = (t, name) => import(name).catch(() => t.diagnostic(`NOT CHECKED: ${name} is not installed (tests/bundlers)`));
const beside = (path) => copyFileSync(join(room, 'node_modules/oneiri/src/oneiri.wasm'), join(path, 'oneiri.wasm'));

test('esbuild', async (t) => {
  const esbuild = await bundler(t, 'esbuild');
  if (!esbuild) return;
  const build = (entry, name, options) => esbuild.buildSync({
    entryPoints: [file(entry)], outfile: join(room, 'esbuild', name), bundle: true, logLevel: 'silent', absWorkingDir: room, ...options,
  });
  build('waits.mjs', 'esm.mjs', { format: 'esm', platform: 'browser' });
  build('later.mjs', 'es2020.mjs', { format: 'esm', platform: 'browser', target: 'es2020' });
  build('later.mjs', 'iife.cjs', { format: 'iife', platform: 'browser' });
  build('node.mjs', 'node.mjs', { format: 'esm', platform: 'node' });
  build('node.mjs', 'node.cjs', { format: 'cjs', platform: 'node' });
  // In Node the file is found in the package, too.
  assert.equal(node('esbuild/node.mjs'), SAID);
  assert.equal(node('esbuild/node.cjs'), SAID);
  beside(join(room, 'esbuild'));
  for (const name of ['esm.mjs', 'es2020.mjs']) assert.equal(browse(`esbuild/${name}`), SAID, name);
  writeFileSync(file('source.cjs'), "globalThis.SOURCE = require('node:fs').readFileSync('esbuild/oneiri.wasm');\n");
  assert.equal(node('--require', file('source.cjs'), 'esbuild/iife.cjs'), SAID);
  assert.throws(() => build('waits.mjs', 'no.cjs', { format: 'iife', platform: 'browser' }), /[Tt]op-level await/);
});

test('rollup', async (t) => {
  const [rollup, resolve] = await Promise.all([bundler(t, 'rollup'), bundler(t, '@rollup/plugin-node-resolve')]);
  if (!rollup || !resolve) return;
  for (const entry of ['waits.mjs', 'later.mjs']) {
    const bundle = await rollup.rollup({ input: file(entry), plugins: [resolve.default({ browser: true })] });
    await bundle.write({ file: join(room, 'rollup', entry), format: 'es' });
    beside(join(room, 'rollup'));
    assert.equal(browse(`rollup/${entry}`), SAID, entry);
  }
});

test('webpack', async (t) => {
  const webpack = await bundler(t, 'webpack');
  if (!webpack) return;
  for (const [entry, target] of [['waits.mjs', 'web'], ['later.mjs', 'web'], ['later.mjs', 'webworker'], ['node.mjs', 'node20']]) {
    const path = join(room, `webpack-${target}-${entry}`);
    const config = {
      mode: 'production', context: room, entry: file(entry), target, experiments: { outputModule: true },
      output: { path, filename: 'app.mjs', module: true, chunkFormat: 'module', publicPath: 'auto' },
    };
    const stats = await new Promise((done, fail) => { webpack.default(config, (error, found) => (error ? fail(error) : done(found))); });
    assert.ok(!stats.hasErrors(), stats.toString());
    assert.ok(readdirSync(path).some((name) => name.endsWith('.wasm')), 'webpack copies the file');
    assert.equal((target === 'node20' ? node : browse)(join(path, 'app.mjs')), SAID, `${entry} ${target}`);
  }
});

test('vite: a page, its default worker, and SSR that bundles the package', async (t) => {
  const vite = await bundler(t, 'vite');
  if (!vite) return;
  const build = (entry, outDir, more) => vite.build({
    root: room, logLevel: 'silent', configFile: false, base: './', ...more,
    build: { outDir, target: 'es2022', minify: false, assetsInlineLimit: 0, rollupOptions: { input: file(entry) }, ...more?.build },
  });
  const scripts = (folder) => readdirSync(join(room, folder, 'assets')).map((name) => join(room, folder, 'assets', name));
  for (const entry of ['waits.mjs', 'later.mjs']) {
    await build(entry, `vite-${entry}`);
    const found = scripts(`vite-${entry}`);
    assert.ok(found.some((name) => name.endsWith('.wasm')), 'vite copies the file');
    assert.equal(browse(found.find((name) => name.endsWith('.js'))), SAID, entry);
  }
  // The default format of a worker is `iife`, which cannot wait at its top.
  await build('page.mjs', 'vite-worker');
  const worker = scripts('vite-worker').find((name) => /worker-[^/]*\.js$/.test(name));
  const code = readFileSync(worker, 'utf8');
  writeFileSync(file('run-worker.mjs'), `const done = [];\n(0, eval)(${JSON.stringify(code)});\nonmessage({ data: 'HTTP://h/%7e' });\n`);
  assert.equal(node('--import', file('browser.mjs'), 'run-worker.mjs', worker), SAID);
  await build('node.mjs', 'vite-ssr', { ssr: { noExternal: true }, build: { ssr: true, outDir: 'vite-ssr', rollupOptions: { input: file('node.mjs') } } });
  const app = ['node.mjs', 'node.js'].find((name) => existsSync(join(room, 'vite-ssr', name)));
  assert.equal(node(join('vite-ssr', app)), SAID);
});

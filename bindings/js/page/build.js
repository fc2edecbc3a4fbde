/** Puts the page together, in `dist`: its own files, and those of the package. Run `../build` before, for the module. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';

const at = (path) => new URL(path, import.meta.url);
const PACKAGE = [
  'index.js', 'identifier.js', 'engine.js', 'operations.js', 'answer.js', 'error.js', 'load.js', 'wasm.js', 'oneiri.wasm',
  'subpath.js', 'whatwg.js', 'whatwg.wasm', 'policy.js', 'policy.wasm', 'template.js', 'template.wasm',
  'parsers.js', 'parsers.wasm', ...['index', 'whatwg', 'policy', 'template', 'parsers'].map((name) => `web/${name}.js`),
];

rmSync(at('dist'), { recursive: true, force: true });
mkdirSync(at('dist/oneiri/web'), { recursive: true });
const own = readdirSync(at('src')).filter((name) => name !== 'sw.js').sort();
for (const name of own) cpSync(at(`src/${name}`), at(`dist/${name}`));
for (const name of PACKAGE) {
  const bytes = readFileSync(at(`../src/${name}`));
  // Browsers know no imports of a package; and workers know no import map.
  writeFileSync(at(`dist/oneiri/${name}`), name.endsWith('.js') ? bytes.toString().replace("'#wasm'", "'./wasm.js'") : bytes);
}

const files = [...own, ...PACKAGE.map((name) => `oneiri/${name}`)];
const hash = createHash('sha256');
for (const name of files) hash.update(name).update(readFileSync(at(`dist/${name}`)));
const worker = readFileSync(at('src/sw.js'), 'utf8')
  .replace("VERSION = ''", `VERSION = '${hash.digest('hex').slice(0, 12)}'`)
  .replace('FILES = []', `FILES = ${JSON.stringify(['./', ...files])}`);
writeFileSync(at('dist/sw.js'), worker);

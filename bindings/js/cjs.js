/** Writes the package as CommonJS, in `src/cjs`, for programs that call `require` on a Node that requires no ES modules. */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { transformSync } from 'esbuild';

const at = (path) => new URL(`src/${path}`, import.meta.url);

rmSync(at('cjs'), { recursive: true, force: true });
mkdirSync(at('cjs'));
for (const name of readdirSync(at(''))) {
  if (!/\.(js|d\.ts)$/.test(name) || name.startsWith('wasm.')) continue;
  const source = readFileSync(at(name), 'utf8');
  // Node reads a module by its name.
  const named = source.replace(/\(\) => new URL\('\.\/\w+\.wasm', import\.meta\.url\)/, 'null');
  const code = name.endsWith('.js') ? transformSync(named, { format: 'cjs' }).code.replace('"#wasm"', '"../wasm.cjs"') : source;
  writeFileSync(at(`cjs/${name}`), code);
}
writeFileSync(at('cjs/package.json'), '{ "type": "commonjs" }\n');

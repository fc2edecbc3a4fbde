/** The cases of testdata/ as calls, and those of some crates by the names of their files. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = (command, ...options) => execFileSync(command, options, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });

/** Each case as an operation with its arguments and its result: `crates/oneiri-operations/examples/cases.rs` describes them. */
export const calls = () =>
  run('cargo', 'run', '--quiet', '--locked', '-p', 'oneiri-operations', '--example', 'cases')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The files that are no operations. Node reads no TOML, and Python does. */
export const data = JSON.parse(run('python3', 'bindings/js/tests/data.py'));

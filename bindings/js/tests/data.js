/** The cases of testdata/, by the names of their files. Node reads no TOML, and Python does. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('data.py', import.meta.url));
export const data = JSON.parse(execFileSync('python3', [script], { encoding: 'utf8', maxBuffer: 1 << 26 }));

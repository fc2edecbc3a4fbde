// Runs a driver of this folder in a program that npm has as WebAssembly: `node wasm.mjs NODE_MODULES DRIVER [ARGUMENT]`. Without
// a driver it prints the version of the program. A driver in Python runs in Pyodide's CPython, and one in PHP in WordPress Playground's.
import { readFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, driver, argument = "parse_url"] = process.argv.slice(2);
const require = createRequire(pathToFileURL(`${modules}/x`));
const load = (name) => import(pathToFileURL(require.resolve(name)));
const write = (bytes) => {
    for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at);
    return bytes.length;
};

if (driver.endsWith(".py")) {
    const { loadPyodide } = await load("pyodide/pyodide.mjs");
    const python = await loadPyodide();
    const lines = driver === ".py" ? [] : readFileSync(0, "latin1").trimEnd().split("\n");
    python.setStdin({ stdin: () => lines.shift() });
    python.setStdout({ write });
    const version = "import platform; print(platform.python_version())";
    python.runPython(driver === ".py" ? version : readFileSync(driver, "utf8"));
    python.runPython("import sys; sys.stdout.flush()");
} else {
    const { PHP } = await load("@php-wasm/universal");
    const { loadNodeRuntime } = await load("@php-wasm/node");
    const php = new PHP(await loadNodeRuntime("8.5", { emscriptenOptions: { processId: 1 } }));
    if (driver !== ".php") php.writeFile("/texts", readFileSync(0));
    const start = `<?php define('STDIN', fopen('/texts', 'r')); $argv = ['', '${argument}']; ?>`;
    const code = driver === ".php" ? "<?php echo PHP_VERSION, \"\\n\";" : start + readFileSync(driver, "utf8");
    write((await php.run({ code })).bytes);
    process.exit();
}

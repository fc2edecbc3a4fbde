// Runs a driver of this folder in a program that npm has as WebAssembly: `node wasm.mjs NODE_MODULES DRIVER [ARGUMENT]`. A driver in
// Python runs in the CPython of Pyodide, one in PHP in the PHP of WordPress Playground, and one in Ruby in ruby.wasm. Instead
// of a driver, `.py`, `.php` and `.rb` print the version.
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
    let next = 0;
    python.setStdin({ stdin: () => lines[next++] });
    python.setStdout({ write });
    python.runPython(driver === ".py" ? "import platform; print(platform.python_version())" : readFileSync(driver, "utf8"));
    python.runPython("import sys; sys.stdout.flush()");
} else if (driver.endsWith(".rb")) {
    // Node warns that its WASI is experimental.
    process.removeAllListeners("warning");
    const { DefaultRubyVM } = await load("@ruby/wasm-wasi/dist/node");
    const program = readFileSync(require.resolve("@ruby/4.0-wasm-wasi/dist/ruby+stdlib.wasm"));
    const { vm } = await DefaultRubyVM(await WebAssembly.compile(program));
    const run = (code) => write(Buffer.from(vm.eval(code).toString()));
    if (driver === ".rb") run("RUBY_VERSION");
    else {
        const lines = readFileSync(0, "latin1").trimEnd().split("\n");
        vm.eval('require "stringio"');
        // A pipe may take a part of what Ruby writes, and Ruby loses the rest, so each run has some of the texts.
        for (let at = 0; at < lines.length; at += 10000) {
            const texts = lines.slice(at, at + 10000).join("\n");
            run(`$stdin, $stdout = StringIO.new("${texts}"), StringIO.new\n${readFileSync(driver, "utf8")}\n$stdout.string`);
        }
    }
} else {
    const { PHP, loadPHPRuntime } = await load("@php-wasm/universal");
    const { getPHPLoaderModule } = await load("@php-wasm/node-8-5");
    const php = new PHP(await loadPHPRuntime(await getPHPLoaderModule(), { processId: 1 }));
    const run = async (code) => write((await php.run({ code })).bytes);
    if (driver === ".php") await run("<?php echo PHP_VERSION, \"\\n\";");
    else {
        const start = `<?php define('STDIN', fopen('/texts', 'r')); $argv = ['', '${argument}']; ?>`;
        const lines = readFileSync(0, "latin1").trimEnd().split("\n");
        // What a script prints is kept until its end, so each run has some of the texts.
        for (let at = 0; at < lines.length; at += 10000) {
            php.writeFile("/texts", `${lines.slice(at, at + 10000).join("\n")}\n`);
            await run(start + readFileSync(driver, "utf8"));
        }
    }
    process.exit();
}

/**
 * Loads a WebAssembly module: at its first use where a file can be read at once, and by `init` in a browser. `package.json` says
 * what `#wasm` is. Each caller spells out its `address`, a function of `new URL` and a literal, because bundlers look for that and
 * `cjs.js` replaces exactly this expression (`tests/package.test.js` and `tests/bundlers`).
 */
import { read } from '#wasm';

/** The bytes or the module that `init` was given, perhaps as an address or a response. */
async function fetched(source) {
  const given = await source;
  const response = typeof given === 'string' || given instanceof URL ? await fetch(given) : given;
  if (!(response instanceof Response)) return response;
  if (!response.ok) throw new Error(`oneiri: ${response.url} has the status ${response.status}`);
  return response.arrayBuffer();
}

/** How the module in a file is loaded; `address` makes its address, and `attach` takes the exports of each instance. */
export function loader(name, address, attach) {
  let module = null;
  let loading = null;
  // What was made in an instance has a number there, so a second one may only take its place where nothing is kept: `trim`.
  let isStarted = false;
  const use = (instance) => {
    isStarted = true;
    attach(instance.exports);
  };
  return {
    /** Starts an instance now. */
    start() {
      if (module === null) {
        if (read === null) throw new Error(`oneiri: ${name} is not loaded yet; await init() first`);
        module = new WebAssembly.Module(read(name, address));
      }
      use(new WebAssembly.Instance(module));
    },
    /** Loads the module, from `source` if one is given. Later calls wait for the first, and one that comes too late does nothing. */
    init(source) {
      if (isStarted) return Promise.resolve();
      const load = async () => {
        const given = await fetched(source ?? (read === null ? address() : read(name, address)));
        module ??= given instanceof WebAssembly.Module ? given : await WebAssembly.compile(given);
        const instance = await WebAssembly.instantiate(module);
        if (!isStarted) use(instance);
      };
      loading ??= load().catch((error) => {
        loading = null;
        throw error;
      });
      return loading;
    },
    /** Starts a fresh instance, so that the memory of the one before is free. */
    async trim() {
      if (isStarted) use(await WebAssembly.instantiate(module));
    },
  };
}

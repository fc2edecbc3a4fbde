/** Loads the module in a browser. */
const response = await fetch(new URL('./oneiri.wasm', import.meta.url));
const { instance } = await WebAssembly.instantiate(await response.arrayBuffer());

export function load() {
  return instance.exports;
}

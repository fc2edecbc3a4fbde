/** Loads a module in a browser. */
export async function load(url) {
  const response = await fetch(url);
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer());
  return instance.exports;
}

/** The numbers of the WebAssembly module. Generated: cargo run -p oneiri-operations --example tables */
export const GRAMMARS = {
  __proto__: null,
  uri: 0,
  'uri-reference': 1,
  iri: 2,
  'iri-reference': 3,
};
export const OPERATIONS = {
  __proto__: null,
  normalize: 1,
  resolve: 3,
  relativize: 4,
  toUri: 5,
  toIri: 6,
  lenient: 8,
  encode: 9,
  decode: 11,
  explain: 12,
  lint: 13,
  fix: 15,
  compare: 16,
  build: 17,
  redact: 21,
  htu: 23,
  drive: 24,
};
export const RUNGS = ['string', 'case', 'escape', 'path', 'scheme'];
export const RUNG_NUMBERS = {
  __proto__: null,
  string: 0,
  case: 1,
  escape: 2,
  path: 3,
  scheme: 4,
};
export const PROFILES = {
  __proto__: null,
  rdf: 0,
  web: 1,
  strict: 2,
};

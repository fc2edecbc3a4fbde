/**
 * The formats of JSON Schema for identifiers, for ajv: `for (const name in formats) ajv.addFormat(name, formats[name])`.
 * The names are those of JSON Schema, and of our grammars. Its test suite runs in `tests/compat.test.js`.
 */
import { grammarOf, init, isValid } from './engine.js';

export { init };

const format = (name) => {
  const grammar = grammarOf(name);
  return (text) => isValid(text, grammar);
};

export const formats = {
  uri: format('uri'),
  'uri-reference': format('uri-reference'),
  iri: format('iri'),
  'iri-reference': format('iri-reference'),
};

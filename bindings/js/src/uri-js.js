/** The functions of the package `uri-js` for components: those of `fast-uri` have the same shape (`tests/compat.test.js`). */
export { equal, init, normalize, parse, resolve, serialize } from './fast-uri.js';

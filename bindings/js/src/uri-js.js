/** The functions of the package `uri-js` for components: those of `fast-uri` have the same shape. */
export { equal, init, normalize, parse, resolve, serialize } from './fast-uri.js';

export { equal, init, normalize, parse, resolve, serialize, type URIComponent } from './fast-uri.js';

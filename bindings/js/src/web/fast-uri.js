/** For browsers (`default` in `package.json`): what `../fast-uri.js` exports, once its module is loaded. */
import { init } from '../fast-uri.js';

await init();
export * from '../fast-uri.js';
export { default } from '../fast-uri.js';

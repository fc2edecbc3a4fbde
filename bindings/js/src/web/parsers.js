/** For browsers (`default` in `package.json`): what `../parsers.js` exports, once its module is loaded. */
import { init } from '../parsers.js';

await init();
export * from '../parsers.js';

/** For browsers (`default` in `package.json`): what `../whatwg.js` exports, once its module is loaded. */
import { init } from '../whatwg.js';

await init();
export * from '../whatwg.js';

/** For browsers (`default` in `package.json`): what `../index.js` exports, once its module is loaded. */
import { init } from '../index.js';

await init();
export * from '../index.js';

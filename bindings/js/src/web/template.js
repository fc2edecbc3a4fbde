/** For browsers (`default` in `package.json`): what `../template.js` exports, once its module is loaded. */
import { init } from '../template.js';

await init();
export * from '../template.js';

/** For browsers (`default` in `package.json`): what `../policy.js` exports, once its module is loaded. */
import { init } from '../policy.js';

await init();
export * from '../policy.js';

/** For browsers (`default` in `package.json`): what `../ajv.js` exports, once its module is loaded. */
import { init } from '../ajv.js';

await init();
export * from '../ajv.js';

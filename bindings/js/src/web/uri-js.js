/** For browsers (`default` in `package.json`): what `../uri-js.js` exports, once its module is loaded. */
import { init } from '../uri-js.js';

await init();
export * from '../uri-js.js';

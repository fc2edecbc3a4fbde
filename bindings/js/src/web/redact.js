/** For browsers (`default` in `package.json`): what `../redact.js` exports, once its module is loaded. */
import { init } from '../redact.js';

await init();
export * from '../redact.js';

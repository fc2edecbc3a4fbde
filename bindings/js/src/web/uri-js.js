import { init } from '../uri-js.js';

await init();
export * from '../uri-js.js';

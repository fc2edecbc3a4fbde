import { init } from '../whatwg.js';

await init();
export * from '../whatwg.js';

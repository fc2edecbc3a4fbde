import { init } from '../index.js';

await init();
export * from '../index.js';

import { init } from '../parsers.js';

await init();
export * from '../parsers.js';

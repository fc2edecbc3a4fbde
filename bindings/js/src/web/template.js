import { init } from '../template.js';

await init();
export * from '../template.js';

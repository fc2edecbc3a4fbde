import { init } from '../policy.js';

await init();
export * from '../policy.js';

import { init } from '../ajv.js';

await init();
export * from '../ajv.js';

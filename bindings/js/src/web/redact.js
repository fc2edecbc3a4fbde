import { init } from '../redact.js';

await init();
export * from '../redact.js';

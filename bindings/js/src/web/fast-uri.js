import { init } from '../fast-uri.js';

await init();
export * from '../fast-uri.js';
export { default } from '../fast-uri.js';

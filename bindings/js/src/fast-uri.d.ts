export { init } from './index.js';

export interface URIComponent {
  scheme?: string;
  userinfo?: string;
  host?: string;
  port?: number | string;
  path?: string;
  query?: string;
  fragment?: string;
  reference?: string;
  error?: string;
}

export function parse(uri: string): URIComponent;
export function serialize(component: URIComponent): string;
export function resolve(base: string, reference: string): string;
export function normalize(uri: string): string;
export function normalize(component: URIComponent): URIComponent;
export function equal(a: string | URIComponent, b: string | URIComponent): boolean;

declare const functions: {
  parse: typeof parse;
  serialize: typeof serialize;
  resolve: typeof resolve;
  normalize: typeof normalize;
  equal: typeof equal;
};
export default functions;

export { init } from './index.js';

type Format = (text: string) => boolean;

/** The formats `uri`, `uri-reference`, `iri` and `iri-reference`. */
export const formats: Record<'uri' | 'uri-reference' | 'iri' | 'iri-reference', Format> & { [name: string]: Format };

/** The formats `uri`, `uri-reference`, `iri` and `iri-reference`. */
export const formats: Record<'uri' | 'uri-reference' | 'iri' | 'iri-reference', (text: string) => boolean>;

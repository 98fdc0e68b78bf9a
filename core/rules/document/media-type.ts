const jsonType = /^[\w.+-]+\/(?:[\w.+-]+\+)?json$/;
const xmlType = /^[\w.+-]+\/(?:[\w.+-]+\+)?xml$/;

export const isJsonType = (mediaType: string): boolean => jsonType.test(mediaType);
export const isXmlType = (mediaType: string): boolean => xmlType.test(mediaType);

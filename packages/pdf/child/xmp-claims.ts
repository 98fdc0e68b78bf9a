/** Namespaces by which a document claims to conform to PDF/A, PDF/UA, PDF/X, PDF/VT or PDF/E; all of their properties are claims. */
const claimSpaces = [
  'http://www.aiim.org/pdfa/ns/id/',
  'http://www.aiim.org/pdfua/ns/id/',
  'http://www.npes.org/pdfx/ns/id/',
  'http://www.npes.org/pdfvt/ns/id/',
  'http://www.aiim.org/pdfe/ns/id/',
];
/** The properties that are claims; authors add others. */
const adobeSpace = 'http://ns.adobe.com/pdfx/1.3/';

/** The prefixes that stand for a namespace. */
function prefixesOf(xmp: string, space: string): readonly string[] {
  return [...xmp.matchAll(/\sxmlns:([\w.-]{1,64})=(?:"([^"<]{1,200})"|'([^'<]{1,200})')/g)].flatMap(
    ([, prefix = '', double, single]) => ((double ?? single) === space ? [prefix] : []),
  );
}

/** Removes properties, as elements and as attributes. Their values are plain texts. */
function withoutProperties(xmp: string, name: string): string {
  const tag = name.replaceAll('.', '\\.');
  return xmp
    .replace(new RegExp(`<(${tag})(?:\\s[^<>]*)?(?:/>|>[^<]*</\\1\\s*>)`, 'g'), '')
    .replace(new RegExp(`\\s${tag}\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`, 'g'), '');
}

/** XMP without the claims to conform to a standard: what is cut out of a document has no tags, attachments or scripts. */
export function withoutClaims(xmp: string): string {
  const names = [
    ...claimSpaces.flatMap((space) => prefixesOf(xmp, space).map((prefix) => `${prefix}:[\\w-]+`)),
    ...prefixesOf(xmp, adobeSpace).map((prefix) => `${prefix}:GTS_[\\w-]+`),
  ];
  return [...new Set(names)].reduce(withoutProperties, xmp);
}

import type { DocumentParts } from './carry-over.ts';
import type { PdfDictionary } from './object-graph.ts';

/** The facts that a merged document has about itself. */
export interface MergedFacts {
  readonly info: PdfDictionary;
  readonly language: string | null;
  /** The label of each page; null if no document has any. */
  readonly labels: readonly string[] | null;
}

export interface MergedPart extends Pick<DocumentParts, 'info' | 'language' | 'labels'> {
  readonly pageCount: number;
}

/**
 * Title, author and language are those of the first document; page labels those of each. Its XMP is left out, because it may
 * claim a standard that the result does not meet.
 */
export function factsOf(parts: readonly MergedPart[]): MergedFacts {
  const labels = parts.flatMap((part) =>
    Array.from({ length: part.pageCount }, (_, index) => part.labels?.[index] ?? String(index + 1)),
  );
  return {
    info: parts[0]?.info ?? {},
    language: parts[0]?.language ?? null,
    labels: parts.some((part) => part.labels !== null) ? labels : null,
  };
}

/** The end of a file as pdf.js writes it. */
interface Ending {
  readonly xrefAt: number;
  readonly size: number;
  readonly root: string;
  readonly info: string;
  readonly catalog: string;
}

function readEnding(file: Buffer): Ending | undefined {
  const tail = file.toString('latin1', Math.max(0, file.length - 64));
  const xrefAt = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1]);
  if (!Number.isInteger(xrefAt)) return undefined;
  const [xref = ''] = file.toString('latin1', xrefAt).split('stream', 1);
  const number = (key: string) => new RegExp(`/${key} (\\d+)`).exec(xref)?.[1];
  const [size, root, info] = [number('Size'), number('Root'), number('Info')];
  if (!xref.includes('/Type /XRef') || size === undefined || root === undefined || info === undefined)
    return undefined;
  const start = file.indexOf(`\n${root} 0 obj\n<< `, 0, 'latin1');
  const end = file.indexOf('>>\nendobj', start, 'latin1');
  if (start < 0 || end < 0) return undefined;
  const catalog = file.toString('latin1', start, end).replace(/^.*?<< /s, '');
  return { xrefAt, size: Number(size), root, info, catalog };
}

/** A string in hexadecimal, in UTF-16 only where ASCII does not do: dates are read in ASCII alone. */
const hex = (text: string) =>
  /^[\x20-\x7e]*$/.test(text)
    ? `<${Buffer.from(text, 'latin1').toString('hex')}>`
    : `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
const unmarked = (value: unknown) => String(value).replace(/^u:/, '');

function infoEntries(info: PdfDictionary): string {
  const { '/Producer': _producer, '/ModDate': _changed, ...kept } = info;
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const entries = Object.entries({ '/CreationDate': `D:${now}Z`, ...kept, '/ModDate': `D:${now}Z` });
  return [...entries, ['/Producer', 'Reveille']]
    .map(([key, value]) => `${key as string} ${hex(unmarked(value))}`)
    .join(' ');
}

function catalogEntries({ language, labels }: MergedFacts): string {
  const tree = labels?.map((label, index) => `${index} << /P ${hex(label)} >>`).join(' ');
  return [
    language === null ? '' : ` /Lang ${hex(language)}`,
    tree === undefined ? '' : ` /PageLabels << /Nums [${tree}] >>`,
  ].join('');
}

const wordBytes = 4;

/** A row of a cross-reference stream: in use, its offset, generation 0. */
function row(offset: number): Buffer {
  const bytes = Buffer.alloc(1 + wordBytes + 1);
  bytes.writeUInt8(1);
  bytes.writeUInt32BE(offset, 1);
  return bytes;
}

/** Appends an update (ISO 32000, 7.5.6) to a file that pdf.js merged, which says nothing but that it is of pdf.js. */
export function withFacts(bytes: Uint8Array, facts: MergedFacts): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ending = readEnding(file);
  if (ending === undefined) return bytes;
  const { xrefAt, size, root, info, catalog } = ending;
  const catalogText = `\n${root} 0 obj\n<< ${catalog}${catalogEntries(facts)} >>\nendobj\n`;
  const infoText = `${info} 0 obj\n<< ${infoEntries(facts.info)} >>\nendobj\n`;
  const catalogAt = file.length + 1;
  const infoAt = file.length + catalogText.length;
  const updateAt = infoAt + infoText.length;
  const rows = Buffer.concat([row(catalogAt), row(infoAt), row(updateAt)]);
  const index = `${root} 1 ${info} 1 ${size} 1`;
  const head = `${size} 0 obj\n<< /Type /XRef /Size ${size + 1} /W [1 ${wordBytes} 1] /Index [${index}] /Root ${root} 0 R /Info ${info} 0 R /Prev ${xrefAt} /Length ${rows.length} >>\nstream\n`;
  const end = `\nendstream\nendobj\nstartxref\n${updateAt}\n%%EOF\n`;
  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  return Buffer.concat([file, latin1(catalogText + infoText + head), rows, latin1(end)]);
}

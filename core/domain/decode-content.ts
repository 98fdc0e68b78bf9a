import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';

export type DecodedContent =
  | { readonly kind: 'decoded'; readonly bytes: Buffer }
  | { readonly kind: 'failed'; readonly fault: 'too-large' | 'unknown-coding' | 'broken' };

type Inflate = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const gunzipAsync: Inflate = promisify(gunzip);
const inflateAsync: Inflate = promisify(inflate);
const inflateRawAsync: Inflate = promisify(inflateRaw);

/** "deflate" means zlib, but some programs send the bare stream. */
const deflateAsync: Inflate = (bytes, options) =>
  hasZlibHeader(bytes) ? inflateAsync(bytes, options) : inflateRawAsync(bytes, options);

const decoders: Readonly<Record<string, Inflate>> = {
  gzip: gunzipAsync,
  'x-gzip': gunzipAsync,
  deflate: deflateAsync,
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

/** Undoes the one content coding that a Content-Encoding names, and stops at `bytesMax` of what comes out. */
export async function decodeContent(
  bytes: Buffer,
  contentEncoding: string,
  bytesMax: number,
): Promise<DecodedContent> {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const [coding] = codings;
  if (coding === undefined || bytes.length === 0) return { kind: 'decoded', bytes };
  const decode = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
  if (codings.length > 1 || decode === undefined) return { kind: 'failed', fault: 'unknown-coding' };
  try {
    return { kind: 'decoded', bytes: await decode(bytes, { maxOutputLength: bytesMax }) };
  } catch (error) {
    const isTooLarge = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
    return { kind: 'failed', fault: isTooLarge ? 'too-large' : 'broken' };
  }
}

/** The method "deflate" in the low bits, and a checksum over both bytes. */
function hasZlibHeader(bytes: Buffer): boolean {
  return bytes.length >= 2 && ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;
}

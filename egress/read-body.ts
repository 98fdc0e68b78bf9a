import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';

export type Decoded =
  | { readonly kind: 'decoded'; readonly bytes: Buffer }
  | {
      readonly kind: 'failed';
      readonly reason: 'RESPONSE_TOO_LARGE' | 'UNSUPPORTED_ENCODING' | 'INVALID_ANSWER';
    };

type Inflate = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const gunzipAsync: Inflate = promisify(gunzip);
const inflateAsync: Inflate = promisify(inflate);
const inflateRawAsync: Inflate = promisify(inflateRaw);

/** "deflate" means zlib, but some servers send the bare stream; the low nibble of a zlib header is always 8. */
const deflateAsync: Inflate = (bytes, options) =>
  ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateAsync(bytes, options) : inflateRawAsync(bytes, options);

const decoders: Readonly<Record<string, Inflate>> = {
  gzip: gunzipAsync,
  'x-gzip': gunzipAsync,
  deflate: deflateAsync,
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

/** Undoes at most one content coding, which we never asked for, and stops at `bytesMax` of what comes out. */
export async function decodeContent(
  bytes: Buffer,
  contentEncoding: string,
  bytesMax: number,
): Promise<Decoded> {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const [coding] = codings;
  if (coding === undefined || bytes.length === 0) return { kind: 'decoded', bytes };
  const decode = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
  if (codings.length > 1 || decode === undefined) return { kind: 'failed', reason: 'UNSUPPORTED_ENCODING' };
  try {
    return { kind: 'decoded', bytes: await decode(bytes, { maxOutputLength: bytesMax }) };
  } catch (error) {
    const isTooLarge = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
    return { kind: 'failed', reason: isTooLarge ? 'RESPONSE_TOO_LARGE' : 'INVALID_ANSWER' };
  }
}

import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

import { DomainError } from '../../domain/domain-error.ts';

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  // What many senders call deflate has no zlib header.
  'deflate-raw': promisify(inflateRaw),
  br: promisify(brotliDecompress),
} as const;

/** After a refusal the rest of a body is read and thrown away up to this, so that the sender can read the answer. */
export const drainedBytesMax = 256 * 1024 * 1024;
const drainMsMax = 10_000;

interface BodyLimit {
  readonly bytesMax: number;
  /** The refusal of a body with more. */
  readonly tooLarge: (bytesMax: number) => DomainError;
}

/**
 * The body of a request, decoded of its Content-Encoding, counted as it arrives and after decompression. Throws
 * PAYLOAD_TOO_LARGE, INVALID_ENCODING, UNSUPPORTED_ENCODING; rejects when the sender goes away.
 */
export async function readBytes(request: IncomingMessage, limit: BodyLimit): Promise<Buffer> {
  const { bytesMax, tooLarge } = limit;
  const decoder = decoderOf(request.headers['content-encoding']);
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) {
    drain(request);
    throw tooLarge(bytesMax);
  }
  const bytes = await collect(request, limit);
  if (decoder === null || bytes.byteLength === 0) return bytes;
  return await decode(decoder === 'deflate' && !hasZlibHeader(bytes) ? 'deflate-raw' : decoder, bytes, limit);
}

function decoderOf(header: string | undefined): keyof typeof decoders | null {
  const encoding = header?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return null;
  if (encoding !== 'deflate-raw' && Object.hasOwn(decoders, encoding))
    return encoding as keyof typeof decoders;
  throw new DomainError('UNSUPPORTED_ENCODING', 'Content-Encoding must be gzip, deflate or br');
}

async function collect(request: IncomingMessage, { bytesMax, tooLarge }: BodyLimit): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= bytesMax) {
        chunks.push(chunk);
        return;
      }
      request.removeAllListeners('data');
      drain(request);
      reject(tooLarge(bytesMax));
    });
    request.on('end', () => resolve(Buffer.concat(chunks, size)));
    request.on('error', reject);
    request.on('close', () => {
      // Every request closes; an error that nobody gets would cost a stack trace each time.
      if (!request.complete) reject(new Error('The sender went away before the body was complete'));
    });
  });
}

async function decode(
  decoder: keyof typeof decoders,
  bytes: Buffer,
  { bytesMax, tooLarge }: BodyLimit,
): Promise<Buffer> {
  try {
    return await decoders[decoder](bytes, { maxOutputLength: bytesMax });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw tooLarge(bytesMax);
    throw new DomainError('INVALID_ENCODING', 'The body cannot be decoded as its Content-Encoding says');
  }
}

function hasZlibHeader(bytes: Buffer): boolean {
  return bytes.byteLength >= 2 && ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;
}

/** Reads on without keeping anything, so that the sender sees the answer; ends the connection when that is too much. */
export function drain(request: IncomingMessage): void {
  let drainedBytes = 0;
  request.on('data', (chunk: Buffer) => {
    drainedBytes += chunk.byteLength;
    if (drainedBytes > drainedBytesMax) request.destroy();
  });
  // One that was piped elsewhere stands still.
  request.resume();
}

/** Waits until a sender has sent all, if that does not take too long. */
export async function drained(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, drainMsMax);
  request.once('end', over.resolve);
  request.once('close', over.resolve);
  drain(request);
  await over.promise;
  clearTimeout(timer);
}

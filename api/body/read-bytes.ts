import type { IncomingMessage } from 'node:http';

import { decodeContent } from '../../domain/decode-content.ts';
import { DomainError } from '../../domain/domain-error.ts';

/** What a Content-Encoding may name here. */
const codings: readonly string[] = ['gzip', 'x-gzip', 'deflate', 'br'];

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
  const coding = codingOf(request.headers['content-encoding']);
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) {
    drain(request);
    throw tooLarge(bytesMax);
  }
  const bytes = await collect(request, limit);
  if (coding === null) return bytes;
  const decoded = await decodeContent(bytes, coding, bytesMax);
  if (decoded.kind === 'decoded') return decoded.bytes;
  if (decoded.fault === 'too-large') throw tooLarge(bytesMax);
  throw new DomainError('INVALID_ENCODING', 'The body cannot be decoded as its Content-Encoding says');
}

function codingOf(header: string | undefined): string | null {
  const coding = header?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return null;
  if (codings.includes(coding)) return coding;
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
      // Every request closes; an error that is not used would cost a stack trace each time.
      if (!request.complete) reject(new Error('The sender went away before the body was complete'));
    });
  });
}

/** Reads on without keeping anything, so that the sender sees the answer; ends the connection when that is too much. */
export function drain(request: IncomingMessage): void {
  let drainedBytes = 0;
  request.on('data', (chunk: Buffer) => {
    drainedBytes += chunk.byteLength;
    if (drainedBytes > drainedBytesMax) request.destroy();
  });
  // One that was piped elsewhere is paused.
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

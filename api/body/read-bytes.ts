import type { IncomingMessage } from 'node:http';
import { decodeContent } from '#domain/decode-content.ts';
import { DomainError } from '#domain/domain-error.ts';
import { takeFiles } from './arrival-time.ts';
import { holdingOf } from './held-bytes.ts';
import { createLoopTurns } from '../loop-turns.ts';

/** Accepted values of Content-Encoding. */
const codings: readonly string[] = ['gzip', 'x-gzip', 'deflate', 'br'];

/** The limit for any body that holds no file. */
export const usualBytesMax = 1_000_000;
/** After a refusal up to this much of the body is read and discarded, so that the client can read the response. */
export const drainedBytesMax = 256 * 1024 * 1024;
const drainMsMax = 10_000;
/** A chunk takes so much beside its bytes: a body that comes byte by byte must not cost more than is counted. */
const chunkBytes = 256;

interface BodyLimit {
  readonly bytesMax: number;
  /** Creates the refusal of a larger body. */
  readonly tooLarge: (bytesMax: number) => DomainError;
  /** Creates the refusal of a body for which no memory is left. */
  readonly noRoom: () => DomainError;
}

/**
 * Reads and decompresses the body of a request. The limit applies to the bytes received and to the decoded bytes;
 * both are counted in what the request holds of the memory for bodies. Throws what the limit says, PAYLOAD_TOO_LARGE, INVALID_ENCODING, UNSUPPORTED_ENCODING; rejects when the client disconnects.
 */
export async function readBytes(request: IncomingMessage, limit: BodyLimit): Promise<Buffer> {
  return (await readReceived(request, limit)).bytes;
}

export interface ReceivedBody {
  readonly bytes: Buffer;
  /** As it came, where a Content-Encoding was undone; else null. */
  readonly encodedBytes: Buffer | null;
}

/** The same, with the bytes as they came. */
export async function readReceived(request: IncomingMessage, limit: BodyLimit): Promise<ReceivedBody> {
  const { bytesMax, tooLarge, noRoom } = limit;
  const holding = holdingOf(request);
  if (bytesMax > usualBytesMax) takeFiles(request);
  const coding = codingOf(request.headers['content-encoding']);
  const announcedBytes = Number(request.headers['content-length'] ?? 0);
  if (announcedBytes > bytesMax) throw refused(request, tooLarge(bytesMax));
  // Taken whole: of many bodies that are let in for what they have so far, none might find room to its end.
  if (!holding.take(announcedBytes)) throw refused(request, noRoom());
  const bytes = await (announcedBytes > 0
    ? collectAnnounced(request, announcedBytes)
    : collect(request, limit));
  if (coding === null) return { bytes, encodedBytes: null };
  if (!holding.take(bytesMax)) throw noRoom();
  const decoded = await decodeContent(bytes, coding, bytesMax);
  if (decoded.kind === 'decoded') return { bytes: decoded.bytes, encodedBytes: bytes };
  if (decoded.fault === 'too-large') throw tooLarge(bytesMax);
  throw new DomainError('INVALID_ENCODING', 'The body cannot be decoded as its Content-Encoding says');
}

function codingOf(header: string | undefined): string | null {
  const coding = header?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return null;
  if (codings.includes(coding)) return coding;
  throw new DomainError('UNSUPPORTED_ENCODING', 'Content-Encoding must be gzip, deflate or br');
}

async function collect(request: IncomingMessage, { bytesMax, tooLarge, noRoom }: BodyLimit): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    const holding = holdingOf(request);
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= bytesMax && holding.take(chunk.byteLength + chunkBytes)) {
        chunks.push(chunk);
        return;
      }
      request.removeAllListeners('data');
      // The rest may be on its way for long.
      chunks.length = 0;
      holding.release();
      drain(request);
      reject(size > bytesMax ? tooLarge(bytesMax) : noRoom());
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
    onDisconnect(request, reject);
  });
}

/** In one piece, however small those are in which it comes: they would take more memory than their bytes. */
async function collectAnnounced(request: IncomingMessage, announcedBytes: number): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    const bytes = Buffer.allocUnsafe(announcedBytes);
    let size = 0;
    request.on('data', (chunk: Buffer) => (size += chunk.copy(bytes, size)));
    request.on('end', () => resolve(bytes.subarray(0, size)));
    request.on('error', reject);
    onDisconnect(request, reject);
  });
}

function refused(request: IncomingMessage, refusal: DomainError): DomainError {
  drain(request);
  return refusal;
}

/** Calls `refuse` where the client is gone, or leaves, before the whole body is read. */
export function onDisconnect(request: IncomingMessage, refuse: (error: Error) => void): void {
  const check = () => {
    // 'close' fires on every request; create the error, and its stack trace, only when it is needed.
    if (!request.readableEnded) refuse(new Error('The client disconnected before the body was read'));
  };
  if (request.closed) check();
  else request.once('close', check);
}

/** Discards the rest of the body so that the client can read the response; closes the connection above the limit. */
export function drain(request: IncomingMessage): void {
  let drainedBytes = 0;
  discardInTurn(request, (bytes) => {
    drainedBytes += bytes;
    if (drainedBytes > drainedBytesMax) request.destroy();
  });
}

/** Waits until the client has sent the whole body, up to a time limit. */
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

const reads = createLoopTurns<IncomingMessage>(32, (request) => request.resume());

/**
 * Discards what comes of a request, a little of each in turn: senders of large bodies that are refused, however many, slow
 * nobody else down. `onChunk` is told the size of each piece.
 */
function discardInTurn(request: IncomingMessage, onChunk: (bytes: number) => void): void {
  request.on('data', (chunk: Buffer) => {
    onChunk(chunk.byteLength);
    request.pause();
    reads.add(request);
  });
  request.once('close', () => reads.remove(request));
  // A request that was piped elsewhere is paused.
  request.resume();
}

import type { IncomingMessage } from 'node:http';

/** At once, in one turn of the event loop. */
const atOnce = 32;

const waiting = new Set<IncomingMessage>();
let isPlanned = false;

/**
 * Discards what comes of a request, a little of each in turn: senders of large bodies that are refused, however many, slow
 * nobody else down. `onChunk` is told the size of each piece.
 */
export function discardInTurn(request: IncomingMessage, onChunk: (bytes: number) => void): void {
  request.on('data', (chunk: Buffer) => {
    onChunk(chunk.byteLength);
    request.pause();
    waiting.add(request);
    planTurn();
  });
  request.once('close', () => waiting.delete(request));
  // A request that was piped elsewhere is paused.
  request.resume();
}

function planTurn(): void {
  if (isPlanned || waiting.size === 0) return;
  isPlanned = true;
  setImmediate(() => {
    isPlanned = false;
    for (const request of Array.from(waiting).slice(0, atOnce)) {
      waiting.delete(request);
      request.resume();
    }
    planTurn();
  });
}

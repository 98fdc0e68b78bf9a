import type { IncomingMessage } from 'node:http';

import { createLoopTurns } from '../loop-turns.ts';

const reads = createLoopTurns<IncomingMessage>(32, (request) => request.resume());

/**
 * Discards what comes of a request, a little of each in turn: senders of large bodies that are refused, however many, slow
 * nobody else down. `onChunk` is told the size of each piece.
 */
export function discardInTurn(request: IncomingMessage, onChunk: (bytes: number) => void): void {
  request.on('data', (chunk: Buffer) => {
    onChunk(chunk.byteLength);
    request.pause();
    reads.add(request);
  });
  request.once('close', () => reads.remove(request));
  // A request that was piped elsewhere is paused.
  request.resume();
}

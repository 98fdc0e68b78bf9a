import type { ParameterizedContext } from 'koa';

import type { AnySentAnswer, AnySentFile } from '../operations/answers.ts';
import type { AppState } from '../state.ts';

/** Writes what a handler gave back. */
export function sendAnswer(ctx: ParameterizedContext<AppState>, answer: AnySentAnswer): void {
  ctx.status = answer.status;
  if ('file' in answer) sendFile(ctx, answer);
  else if ('body' in answer) ctx.body = answer.body;
  ctx.set(answer.headers ?? {});
}

/** What a file holds is never guessed by a browser. */
function sendFile(
  ctx: ParameterizedContext<AppState>,
  { type, file, sizeBytes, fileName, gzip }: AnySentFile,
): void {
  if (fileName !== undefined) ctx.attachment(fileName);
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.type = type;
  if (sizeBytes !== undefined) ctx.length = sizeBytes;
  ctx.body = file;
  if (gzip === undefined) return;
  ctx.vary('Accept-Encoding');
  if (ctx.acceptsEncodings('gzip', 'identity') !== 'gzip') return;
  ctx.set('Content-Encoding', 'gzip');
  ctx.body = gzip;
}

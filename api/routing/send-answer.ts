import type { ParameterizedContext } from 'koa';

import type { AnySentAnswer, AnySentFile } from '../operations/answers.ts';
import type { AppState } from '../state.ts';

/** Writes the result of a handler to the response. */
export function sendAnswer(ctx: ParameterizedContext<AppState>, answer: AnySentAnswer): void {
  ctx.status = answer.status;
  if ('file' in answer) sendFile(ctx, answer);
  else if ('body' in answer) ctx.body = answer.body;
  ctx.set(answer.headers ?? {});
}

/** Sends a file; browsers must not sniff its type. */
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

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { ParameterizedContext } from 'koa';

import type { AppState } from '../state.ts';

const compress = promisify(gzip);

/** Below this, compression saves no packet. */
const bytesMin = 1_400;

/** Sends HTML, compressed where the browser takes that. */
export async function sendHtml(ctx: ParameterizedContext<AppState>, text: string): Promise<void> {
  ctx.type = 'html';
  ctx.vary('Accept-Encoding');
  const isPlain = text.length < bytesMin || ctx.acceptsEncodings('gzip', 'identity') !== 'gzip';
  if (!isPlain) ctx.set('Content-Encoding', 'gzip');
  ctx.body = isPlain ? text : await compress(text);
}

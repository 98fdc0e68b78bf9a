import type { ParameterizedContext } from 'koa';
import type { AppState } from '../state.ts';
import type { Cookies } from './cookies.ts';
import type { PageAnswer } from './define-page.ts';
import { pageShell } from './page-shell.ts';
import { maskCsrf } from './csrf.ts';
import type { Visitor } from './visitors.ts';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

interface Setting {
  readonly visitor: Visitor | null;
  readonly cookies: Cookies;
  readonly assetsPath: string;
}

/** Writes what a page answered to the response. */
export async function sendPage(
  ctx: ParameterizedContext<AppState>,
  answer: PageAnswer,
  setting: Setting,
): Promise<void> {
  switch (answer.kind) {
    case 'see-other':
      if (answer.session !== undefined) setting.cookies.setSession(ctx, answer.session);
      ctx.status = 303;
      ctx.set('Location', answer.location);
      ctx.body = '';
      break;
    case 'fragment':
      await sendHtml(ctx, answer.body.toString());
      break;
    case 'events':
      ctx.type = 'text/event-stream';
      // A proxy in front passes each event on at once.
      ctx.set('X-Accel-Buffering', 'no');
      ctx.body = answer.content;
      break;
    case 'download':
      ctx.attachment(answer.fileName);
      ctx.type = answer.type;
      ctx.body = answer.content;
      break;
    case 'view':
      ctx.status = answer.status ?? 200;
      if (answer.retryAfterSeconds !== undefined) ctx.set('Retry-After', String(answer.retryAfterSeconds));
      await sendHtml(ctx, pageShell({ view: answer, ...(await shellOf(setting)) }));
      break;
  }
}

async function shellOf({ assetsPath, visitor }: Setting) {
  if (visitor === null) return { assetsPath, visitor: { access: 'anyone' } } as const;
  const csrf = maskCsrf(visitor.csrf);
  if (visitor.access === 'operator') return { assetsPath, visitor: { access: 'operator', csrf } } as const;
  const { workspace, countOpenApprovals } = visitor;
  const openApprovals = await countOpenApprovals();
  const owner = { access: 'owner', csrf, workspaceName: workspace.name, openApprovals } as const;
  return { assetsPath, visitor: owner };
}

const compress = promisify(gzip);

/** Below this, compression saves no packet. */
const bytesMin = 1_400;

/** Sends HTML, compressed where the browser takes that. */
async function sendHtml(ctx: ParameterizedContext<AppState>, text: string): Promise<void> {
  ctx.type = 'html';
  ctx.vary('Accept-Encoding');
  const isPlain = text.length < bytesMin || ctx.acceptsEncodings('gzip', 'identity') !== 'gzip';
  if (!isPlain) ctx.set('Content-Encoding', 'gzip');
  ctx.body = isPlain ? text : await compress(text);
}

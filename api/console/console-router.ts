import { Router } from '@koa/router';
import type { ParameterizedContext } from 'koa';
import { DomainError } from '#domain/domain-error.ts';
import type { FaultDeps } from '../errors/refusal-of.ts';
import { clientAddress } from '../quota/client-address.ts';
import type { Caller, OperationCalls } from '../routing/call-operation.ts';
import { paramsOf, signalOf } from '../routing/read-request.ts';
import type { AppState } from '../state.ts';
import type { Cookies } from './cookies.ts';
import { isCsrfOf, maskCsrf } from './csrf.ts';
import type { Page, PageAnswer, PageRequest } from './define-page.ts';
import { refusedPage } from './refused-page.ts';
import { sendPage } from './send-page.ts';
import type { Visitor, Visitors } from './visitors.ts';
import type { IncomingMessage } from 'node:http';
import { wordings } from '../body/input-wording.ts';
import { readBytes } from '../body/read-bytes.ts';

export interface ConsoleDeps extends FaultDeps {
  readonly cookies: Cookies;
  readonly visitors: Pick<Visitors, 'find' | 'look'>;
  readonly pages: readonly Page[];
  readonly assetsPath: string;
  readonly callsOf: (caller: Caller) => OperationCalls;
}

type Context = ParameterizedContext<AppState> & { readonly params: Readonly<Record<string, string>> };

/** The pages of the console: who is signed in, what they may send, the page, and how it is sent. */
export function consoleRouter(deps: ConsoleDeps): Router<AppState> {
  const { cookies, visitors } = deps;
  const router = new Router<AppState>();
  for (const page of deps.pages) {
    router[page.method](page.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (ctx) => {
      let visitor: Visitor | null = null;
      try {
        visitor = await visitors.find(cookies.sessionOf(ctx));
        const setting = { ...deps, visitor };
        await sendPage(ctx, await answerOf(ctx, page, setting), setting);
      } catch (error) {
        await sendPage(ctx, refusedPage(ctx, error, deps), { ...deps, visitor });
      }
    });
  }
  return router;
}

interface Setting extends ConsoleDeps {
  readonly visitor: Visitor | null;
}

async function answerOf(ctx: Context, page: Page, setting: Setting): Promise<PageAnswer> {
  const { visitor, cookies } = setting;
  if (page.access !== 'anyone' && visitor?.access !== page.access) return toSignIn(ctx, page, visitor);
  const params = paramsOf(ctx.params, page);
  const csrf = visitor?.csrf ?? cookies.visitOf(ctx);
  const form = page.method === 'post' ? await checkedForm(ctx, csrf) : new URLSearchParams();
  const request = {
    params,
    query: Object.fromEntries(Object.entries(ctx.query).map(([name, value]) => [name, [value].flat()[0]])),
    form,
    csrf: maskCsrf(csrf),
    requestId: ctx.state.requestId,
    signal: () => signalOf(ctx),
    client: clientAddress(ctx.request),
    session: cookies.sessionOf(ctx),
    ...knownOf(ctx, setting),
  };
  // The page's access was compared with the visitor above.
  return await page.handle(request as unknown as PageRequest<never>);
}

function knownOf(ctx: Context, { visitor, visitors, cookies, callsOf }: Setting) {
  if (visitor === null) return {};
  const caller = {
    via: 'console',
    requestId: ctx.state.requestId,
    signal: () => signalOf(ctx),
    message: ctx.req,
  } as const;
  if (visitor.access === 'operator') return { manage: callsOf(caller) };
  const { workspace } = visitor;
  return {
    workspace,
    manage: callsOf({ ...caller, workspace }),
    timeZone: workspace.timeZone,
    isSignedIn: async () => (await visitors.look(cookies.sessionOf(ctx)))?.access === 'owner',
  };
}

/** A part of a page that htmx asks for is not replaced by another page: the whole page goes there. */
function toSignIn(ctx: Context, page: Page, visitor: Visitor | null): PageAnswer {
  const location = signInPath(ctx, page, visitor);
  if (!isFromHtmx(ctx)) return { kind: 'see-other', location };
  ctx.set('HX-Redirect', location);
  throw new DomainError('UNAUTHENTICATED', 'The session has ended', { hint: 'Sign in again.' });
}

const isFromHtmx = (ctx: Context) => ctx.get('HX-Request') === 'true';

/** The operator has pages of their own; everybody else comes back to the page that they asked for. */
function signInPath(ctx: Context, { method }: Page, visitor: Visitor | null): string {
  if (visitor?.access === 'operator') return '/console/operator';
  const isPlain = method === 'post' || ctx.path === '/console';
  return isPlain ? '/console/sign-in' : `/console/sign-in?next=${encodeURIComponent(shownUrl(ctx))}`;
}

/** The page that the visitor looks at. A part of one is asked for on its behalf. */
function shownUrl(ctx: Context): string {
  const shown = isFromHtmx(ctx) ? ctx.get('HX-Current-URL') : '';
  if (!URL.canParse(shown)) return ctx.url;
  const { pathname, search } = new URL(shown);
  return `${pathname}${search}`;
}

/** Throws CSRF_INVALID for a form that did not come from a page of this session. */
async function checkedForm(ctx: Context, csrf: string): Promise<URLSearchParams> {
  const form = await readForm(ctx.req);
  if (isCsrfOf(csrf, form.get('csrf') ?? '')) return form;
  throw new DomainError('CSRF_INVALID', 'The form is not from a page of this session');
}

/** A delivery that is tried from a page, encoded as a field, and room beside it. */
const bytesMax = 4_000_000;

/** The fields of a form. Throws PAYLOAD_TOO_LARGE, and INVALID_REQUEST for another kind of body. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const bytes = await readBytes(request, {
    ...wordings.owner,
    bytesMax,
    tooLarge: () => new DomainError('PAYLOAD_TOO_LARGE', 'The form holds more than 4,000,000 bytes'),
  });
  const type = request.headers['content-type'] ?? '';
  if (bytes.byteLength > 0 && !/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new DomainError('INVALID_REQUEST', 'The console takes forms only');
  return new URLSearchParams(bytes.toString('utf8'));
}

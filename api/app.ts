import type { Middleware } from 'koa';
import Koa from 'koa';

import type { Catalogue } from '@reveille/tools';
import { type Served, type Share, serves } from '#domain/served.ts';
import { consoleAssets } from './console/assets.ts';
import { type ConsoleNeeds, createConsole } from './console/console.ts';
import { consoleHeaders } from './console/console-headers.ts';
import { docsAssets } from './docs/assets.ts';
import { apiVersion, requestedVersion } from './middleware/api-version.ts';
import { anyBearer, operatorBearer, workspaceBearer } from './middleware/bearer.ts';
import { bodyMemory } from './middleware/body-memory.ts';
import { mcpRouter } from './mcp/mcp-router.ts';
import { errorAnswer } from './middleware/error-answer.ts';
import { forPath } from './middleware/for-path.ts';
import { inTurn } from './middleware/in-turn.ts';
import { limitManage } from './middleware/manage-rate.ts';
import { noSniff } from './middleware/no-sniff.ts';
import { noStore } from './middleware/no-store.ts';
import { publicCors } from './middleware/public-cors.ts';
import { requestLog } from './middleware/request-log.ts';
import { traceRequests } from './middleware/trace-requests.ts';
import { warnOfUnreadProxy } from './middleware/unread-proxy.ts';
import type { Operation } from './operations/define-operation.ts';
import { createOperations, type OperationDeps } from './operations/list.ts';
import type { Access } from './operations/request.ts';
import { audited } from './operations/audit/audited.ts';
import { createReference } from './operations/service/reference.ts';
import { countQuota, refuseOverQuota } from './quota/middleware.ts';
import { assetsRouter } from './routing/assets-router.ts';
import { operationCalls } from './routing/call-operation.ts';
import { operationRouter } from './routing/operation-router.ts';
import { referenceRouter } from './routing/reference-router.ts';
import type { AppState } from './state.ts';

type Needs<F extends (deps: never) => unknown> = Parameters<F>[0];
/** Everything the API needs; built in compose.ts. */
export type AppDeps = Omit<OperationDeps, 'reference'> &
  Needs<typeof audited> & {
    readonly catalogue: Catalogue;
    readonly publicUrl: string;
    /** How many trusted proxies append to X-Forwarded-For. */
    readonly trustedProxyHops: number;
    /** All other paths are not found. */
    readonly served: Served;
  } & ConsoleNeeds &
  Needs<typeof traceRequests> &
  Needs<typeof requestLog> &
  Needs<typeof errorAnswer> &
  Needs<typeof bodyMemory> &
  Needs<typeof apiVersion> &
  Needs<typeof countQuota> &
  Needs<typeof limitManage> &
  Needs<typeof operatorBearer> &
  Needs<typeof workspaceBearer>;

/** The HTTP app: middleware in the order a request passes through it, then the operations. */
export function createApp(deps: AppDeps): Koa<AppState> {
  const { trustedProxyHops } = deps;
  const app = new Koa<AppState>({ proxy: trustedProxyHops > 0, maxIpsCount: trustedProxyHops });
  // Errors after the response has started, such as a client that disconnects during a download.
  app.on('error', (error: unknown) => deps.logger.info({ error }, 'response aborted'));
  app.use(traceRequests(deps));
  app.use(requestLog(deps));
  if (trustedProxyHops === 0) app.use(warnOfUnreadProxy(deps));
  for (const prefix of ['/api', '/hooks', '/manage']) app.use(forPath(prefix, apiVersion(deps)));
  app.use(errorAnswer(deps));
  app.use(bodyMemory(deps));
  const hasHooks = serves(deps.served, 'hooks');
  if (serves(deps.served, 'tools'))
    for (const middleware of publicGuards(deps)) app.use(forPath('/api', middleware));
  if (hasHooks) for (const [prefix, guard] of hookGuards(deps)) app.use(forPath(prefix, guard));
  const [forDocs, forConsole] = [docsAssets(), consoleAssets()];
  const owner = inTurn(workspaceBearer(deps), limitManage(deps));
  const { operations, reference } = operationsOf(deps, forDocs.path);
  const here = servedOf(operations, deps.served);
  const callsOf = operationCalls(operations);
  const router = operationRouter(here, {
    owner,
    ownerOrOperator: anyBearer(deps, owner),
    operator: operatorBearer(deps),
  });
  app.use(router.routes() as Middleware<AppState>);
  app.use(mcpRouter({ ...deps, operations: here, callsOf }).routes() as Middleware<AppState>);
  // Without a token, every path below /manage answers 401, so unknown paths cannot be told from known ones.
  if (hasHooks) app.use(forPath('/manage', owner));
  if (hasHooks) for (const prefix of ['/console', '/approvals']) app.use(forPath(prefix, consoleHeaders()));
  app.use(referenceRouter(reference).routes() as Middleware<AppState>);
  const assets = assetsRouter(hasHooks ? [forDocs, forConsole] : [forDocs]);
  app.use(assets.routes() as Middleware<AppState>);
  app.use(assets.allowedMethods() as Middleware<AppState>);
  if (hasHooks) app.use(createConsole({ ...deps, assetsPath: forConsole.path, callsOf }));
  return app;
}

/** Guards of the public API: quota, CORS, version. */
function publicGuards(deps: AppDeps): readonly Middleware<AppState>[] {
  return [countQuota(deps), publicCors(), refuseOverQuota(), requestedVersion(deps)];
}

/** Guards of hooks and of the management API, by prefix. */
function hookGuards(deps: AppDeps): readonly (readonly [string, Middleware<AppState>])[] {
  return [
    ['/hooks', noStore()],
    ['/manage', noStore()],
    ['/manage', noSniff()],
    ['/manage', requestedVersion(deps)],
  ];
}

const shareOf: Readonly<Record<Access, Share | 'every process'>> = {
  public: 'tools',
  hook: 'hooks',
  owner: 'hooks',
  ownerOrOperator: 'hooks',
  operator: 'hooks',
  service: 'every process',
};

function servedOf(operations: readonly Operation[], served: Served): readonly Operation[] {
  return operations.filter(({ access }) => {
    const share = shareOf[access];
    return share === 'every process' || serves(served, share);
  });
}

/** The reference is itself an operation and documents all of them, hence the lazy `operations`. */
function operationsOf(deps: AppDeps, assetsPath: string) {
  const reference = createReference({ ...deps, assetsPath, operations: () => operations });
  const operations: readonly Operation[] = createOperations({ ...deps, reference }).map(audited(deps));
  return { operations, reference };
}

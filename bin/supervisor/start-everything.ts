import type { Environment } from '#platform/environment.ts';
import type { ChildRegister } from './child-register.ts';
import { type DataFolder, workspaceTokenFile } from './data-folder.ts';
import { automationToTry } from './first-automation.ts';
import { readyMessage } from './ready-message.ts';
import { adminTokenFile, resolveStartup } from './resolve-startup.ts';
import type { Stack } from './stack.ts';
import { startServers } from './start-servers.ts';
import { startServices } from './start-services.ts';
import { untilReady } from './until-ready.ts';
import { hashOfToken } from '#domain/token.ts';
import { connectRedis } from '#store/connection/connect.ts';
import { createSessions } from '#store/token/sessions.ts';
import { createTokens } from '#store/token/tokens.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';

interface Everything {
  readonly config: Environment;
  readonly env: NodeJS.ProcessEnv;
  readonly data: DataFolder;
  readonly register: ChildRegister;
  readonly stack: Stack;
  /** The ports of this start, kept from other starts. */
  readonly claims: DisposableStack;
  readonly signal: AbortSignal;
  readonly say: (sentence: string) => void;
}

/** Exists once a start on this data has been ready. */
const startedFile = 'last-start';

/** Starts the servers, then API and worker, and returns the ready message. */
export async function startEverything(everything: Everything): Promise<string> {
  const { config, env, data, register, stack, claims, signal, say } = everything;
  const startup = await resolveStartup({ config, env, data, say }, claims);
  const { ports, publicUrl, namespace } = startup;
  const common = { data, register, stack, signal, say };
  const servers = await startServers({ ...common, config, namespace, uiPort: ports.temporalUi });
  const token = await firstWorkspace(servers.redisUrl, data);
  const isEmbeddedTemporal = config.TEMPORAL_ADDRESS === undefined;
  const settings = { ...startup, servers, isEmbeddedTemporal, dataDir: data.path };
  await startServices({ ...common, settings, env });
  const apiUrl = localUrl(config.HOST, ports.api);
  const isFull = (await untilReady(apiUrl, signal)) === 'memory-full';
  if (isFull)
    say('Warning: the memory of Redis is full. Deliveries are answered 503 until there is room again.');

  const isFirstStart = (await data.read(startedFile)) === undefined;
  const hookUrl = token && (await automationToTry({ apiUrl, token }, data, isFirstStart));
  await data.write(startedFile, new Date().toISOString());
  return readyMessage({
    publicUrl,
    consoleUrl: token && (await consoleLink(servers.redisUrl, publicUrl, token)),
    temporalUiUrl: servers.temporalUiUrl,
    metricsPort: ports.metrics,
    workerMetricsPort: ports.workerMetrics,
    dataDir: data.path,
    isFirstStart,
    workspaceToken: token,
    workspaceTokenFile: data.file(workspaceTokenFile),
    adminToken: config.ADMIN_TOKEN === undefined ? startup.adminToken : undefined,
    adminTokenFile: data.file(adminTokenFile),
    hookUrl,
  });
}

function localUrl(host: string, port: number): string {
  const isEvery = host === '0.0.0.0' || host === '::';
  return `http://${isEvery ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** An address that signs in to the console once, as the holder of the token. */
async function consoleLink(redisUrl: string, publicUrl: string, token: string): Promise<string> {
  const redis = await connectRedis(redisUrl, () => {});
  try {
    const code = await createSessions({ redis }).makeCode(hashOfToken(token));
    return `${publicUrl}/console/sign-in?code=${code}`;
  } finally {
    redis.destroy();
  }
}

/**
 * The token of the workspace that the first start created. Undefined if this Redis has workspaces but none created
 * from this data folder: only their owners know the tokens.
 */
async function firstWorkspace(redisUrl: string, data: DataFolder): Promise<string | undefined> {
  // A lost connection rejects the pending command, so the event needs no handling.
  const redis = await connectRedis(redisUrl, () => {});
  try {
    const workspaces = createWorkspaces({ redis });
    const kept = await data.read(workspaceTokenFile);
    if (kept !== undefined && (await createTokens({ redis }).authorize(kept)) !== null) return kept;
    if ((await workspaces.listIds()).length > 0) return undefined;
    const { token } = await workspaces.create({ name: 'My workspace' });
    await data.write(workspaceTokenFile, token);
    return token;
  } finally {
    redis.destroy();
  }
}

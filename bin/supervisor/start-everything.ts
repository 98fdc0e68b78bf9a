import { randomBytes } from 'node:crypto';
import type { Environment } from '../../contracts/config.ts';
import type { ChildRegister } from './child-register.ts';
import { childEnvironment } from './child-environment.ts';
import { choosePorts } from './choose-ports.ts';
import { addressFile, type DataFolder } from './data-folder.ts';
import { automationToTry } from './first-automation.ts';
import { firstWorkspace, workspaceTokenFile } from './first-workspace.ts';
import { keptSecret } from './kept-secret.ts';
import { startNodeService } from './node-service.ts';
import { readyMessage } from './ready-message.ts';
import type { PartName, Stack } from './stack.ts';
import { startServers } from './start-servers.ts';
import { untilReady } from './until-ready.ts';

interface Everything {
  readonly config: Environment;
  readonly env: NodeJS.ProcessEnv;
  readonly data: DataFolder;
  readonly register: ChildRegister;
  readonly stack: Stack;
  readonly signal: AbortSignal;
  readonly say: (sentence: string) => void;
}

const adminTokenFile = 'admin-token';
const defaultPort = 8080;
const defaultMetricsPort = 9464;
const defaultUiPort = 8233;

/** Starts the servers, then API and worker, and gives back the text that says so. */
export async function startEverything(everything: Everything): Promise<string> {
  const { config, env, data, register, stack, signal, say } = everything;
  await using claims = new AsyncDisposableStack();
  const ports = await choosePorts(data, portWishes(config, env), claims);
  if (ports.api !== config.PORT) say(`Port ${config.PORT} is not used: the API listens on ${ports.api}.`);
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${ports.api}`;
  await data.write(addressFile, publicUrl);
  const adminToken = await keptSecret(data, adminTokenFile, () => randomBytes(32).toString('base64url'));
  const masterKeys =
    env['MASTER_KEYS']?.trim() || (await keptSecret(data, 'master-keys', newMasterKey)).value;

  const namespace = env['TEMPORAL_NAMESPACE']?.trim() || undefined;
  const context = { config, dataDir: data.path, uiPort: ports.temporalUi, namespace };
  const servers = await startServers({ ...context, register, stack, signal, say });
  const workspace = await firstWorkspace(servers.redisUrl, data);

  const startService = (name: PartName, metricsPort: number) =>
    stack.keep(name, () =>
      startNodeService({
        name,
        script: `${name}/main.ts`,
        env: childEnvironment(env, {
          servers,
          isEmbeddedTemporal: config.TEMPORAL_ADDRESS === undefined,
          dataDir: data.path,
          port: ports.api,
          metricsPort,
          publicUrl,
          masterKeys,
          adminToken: config.ADMIN_TOKEN ?? adminToken.value,
        }),
        logFile: data.file(`logs/${name}.log`),
        onSpawn: (pid) => register.record(name, pid),
        say,
        signal,
      }),
    );
  await Promise.all([startService('api', ports.metrics), startService('worker', ports.workerMetrics)]);
  const apiUrl = `http://127.0.0.1:${ports.api}`;
  await untilReady(apiUrl, signal);
  return readyMessage({
    publicUrl,
    temporalUiUrl: servers.temporalUiUrl,
    metricsPort: ports.metrics,
    workerMetricsPort: ports.workerMetrics,
    dataDir: data.path,
    workspaceToken: workspace,
    workspaceTokenFile: data.file(workspaceTokenFile),
    adminToken: config.ADMIN_TOKEN === undefined ? adminToken : undefined,
    adminTokenFile: data.file(adminTokenFile),
    hookUrl: workspace && (await automationToTry({ apiUrl, token: workspace.value }, workspace.isNew)),
  });
}

function newMasterKey(): string {
  return `k1:${randomBytes(32).toString('base64')}`;
}

function portWishes(config: Environment, env: NodeJS.ProcessEnv) {
  const isSet = (name: string) => Boolean(env[name]?.trim());
  const metrics = isSet('METRICS_PORT') ? config.METRICS_PORT : undefined;
  return [
    {
      name: 'api',
      variable: 'PORT',
      explicit: isSet('PORT') ? config.PORT : undefined,
      preferred: defaultPort,
    },
    { name: 'metrics', variable: 'METRICS_PORT', explicit: metrics, preferred: defaultMetricsPort },
    {
      name: 'workerMetrics',
      variable: 'METRICS_PORT',
      explicit: metrics === undefined ? undefined : metrics && metrics + 1,
      preferred: defaultMetricsPort + 1,
    },
    { name: 'temporalUi', variable: 'TEMPORAL_UI_URL', explicit: undefined, preferred: defaultUiPort },
  ] as const;
}

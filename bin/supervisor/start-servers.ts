import { randomBytes } from 'node:crypto';
import type { Environment } from '#platform/environment.ts';
import { startRedis, type RedisServer } from '../embedded/redis.ts';
import { chooseHiddenUi } from '../embedded/hidden-address.ts';
import { listeningPorts } from '../embedded/listening-ports.ts';
import { startTemporal, type TemporalServer } from '../embedded/temporal.ts';
import type { ChildRegister } from './child-register.ts';
import type { DataFolder } from './data-folder.ts';
import { checkOwnRedis } from './own-redis.ts';
import { redisUrlFile } from './running-redis.ts';
import type { Stack } from './stack.ts';

interface StartContext {
  readonly config: Environment;
  readonly data: DataFolder;
  readonly uiPort: number;
  readonly namespace: string | undefined;
  readonly register: ChildRegister;
  readonly stack: Stack;
  readonly signal: AbortSignal;
  readonly say: (sentence: string) => void;
}

export interface Servers {
  readonly redisUrl: string;
  readonly temporalAddress: string;
  readonly temporalUiUrl: string | undefined;
  /** The ports of servers that listen on loopback behind others of ours. */
  readonly hiddenPorts: readonly number[];
}

/** Connects to the Redis and Temporal of the environment, or starts embedded ones, in parallel. */
export async function startServers(context: StartContext): Promise<Servers> {
  const [redisUrl, temporal] = await Promise.all([redisFor(context), temporalFor(context)]);
  return { redisUrl, ...temporal };
}

async function redisFor({ config, register, stack, say, ...context }: StartContext): Promise<string> {
  // The file of an earlier start may name another server by now.
  await context.data.write(redisUrlFile, '');
  if (config.REDIS_URL !== undefined) {
    for (const warning of await checkOwnRedis(config.REDIS_URL)) say(`Warning: ${warning}`);
    return config.REDIS_URL;
  }
  const onSpawn = (pid: number) => register.record('redis', pid);
  // Another one at each start; clients of one start keep theirs when the server is started again.
  const password = randomBytes(32).toString('base64url');
  const options = { dataDir: context.data.path, password, signal: context.signal, log: say, onSpawn };
  const redis = await stack.keep('redis', (previous: RedisServer | undefined) =>
    startRedis({ ...options, port: previous?.port }),
  );
  await context.data.write(redisUrlFile, redis.url);
  return redis.url;
}

async function temporalFor({ config, register, stack, say, ...context }: StartContext) {
  if (config.TEMPORAL_ADDRESS !== undefined) {
    // With Temporal's client, which a start with the embedded server does without.
    const { prepareOwnTemporal } = await import('./own-temporal.ts');
    for (const warning of await prepareOwnTemporal()) say(`Warning: ${warning}`);
    return {
      temporalAddress: config.TEMPORAL_ADDRESS,
      temporalUiUrl: config.TEMPORAL_UI_URL,
      hiddenPorts: [],
    };
  }
  const { data, uiPort, namespace, signal } = context;
  const onSpawn = (pid: number) => register.record('temporal', pid);
  const uiName = config.TEMPORAL_UI_URL && new URL(config.TEMPORAL_UI_URL).hostname;
  const hiddenUi = await chooseHiddenUi();
  const options = { dataDir: data.path, uiPort, uiName, hiddenUi, namespace, signal, log: say, onSpawn };
  const temporal = await stack.keep('temporal', (previous: TemporalServer | undefined) =>
    startTemporal({ ...options, port: previous?.port, sidePorts: previous?.sidePorts }),
  );
  return {
    temporalAddress: temporal.address,
    temporalUiUrl: config.TEMPORAL_UI_URL ?? temporal.uiUrl,
    hiddenPorts: [
      ...new Set([
        hiddenUi.port,
        ...Object.values(temporal.sidePorts),
        ...(await listeningPorts(temporal.pid)),
      ]),
    ],
  };
}

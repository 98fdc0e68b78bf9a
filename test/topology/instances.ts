import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { startNodeService } from '#bin/supervisor/node-service.ts';
import { freePort } from '#platform/free-port.ts';
import type { Context } from './context.ts';
import { runOf } from './servers/start-program.ts';

export interface Instance {
  readonly kind: 'api' | 'worker';
  readonly number: number;
  readonly port: number;
  /** The build id of its code, as its workers tell it to Temporal. */
  readonly buildId: string;
}

export const nameOf = ({ kind, number }: Pick<Instance, 'kind' | 'number'>) => `${kind}-${number}`;

/** Its name in docker-compose.yml. */
export const serviceOf = (instance: Pick<Instance, 'kind' | 'number'>) =>
  instance.kind === 'api' && instance.number > 1 ? nameOf(instance) : instance.kind;

/** Keeps an API or a worker of docker-compose.yml running, on a data folder of its own. */
export async function keepInstance(context: Context, instance: Instance): Promise<void> {
  const { containers, folder, kept, ports, say, signal } = context;
  const { kind, port, buildId } = instance;
  const name = nameOf(instance);
  const dataDir = path.join(folder, name);
  await mkdir(dataDir, { recursive: true });
  const { command, env } = await runOf(context, {
    service: serviceOf(instance),
    instance: name,
    folders: { '/data': dataDir },
    published: kind === 'api' ? { 8080: port } : {},
    own: {
      PUBLIC_URL: `http://localhost:${ports['api:8080']}`,
      TEMPORAL_UI_URL: '',
      WORKER_DEPLOYMENT_NAME: 'reveille',
      WORKER_BUILD_ID: buildId,
      // Agents reach the targets of a demo or storm, and processes without a terminal log what matters.
      EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8',
      LOG_LEVEL: 'warn',
    },
    plain: {
      own: {
        HOST: '127.0.0.1',
        PORT: String(port),
        METRICS_PORT: String(await freePort()),
        DATA_DIR: dataDir,
      },
    },
  });
  await kept.keep(name, (onSpawn) =>
    startNodeService({
      name,
      script: `${kind}/main.ts`,
      command,
      env,
      logFile: path.join(folder, 'logs', `${name}.log`),
      onSpawn,
      say,
      signal,
    }),
  );
  void containers?.untilHealthy(name).catch(() => undefined);
}

import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { serverEnvironment } from '#bin/embedded/server-environment.ts';
import { startNodeService } from '#bin/supervisor/node-service.ts';
import { freePort } from '#platform/free-port.ts';
import { processEnvironment } from './compose/process-environment.ts';
import type { Context } from './context.ts';

export interface Instance {
  readonly kind: 'api' | 'worker';
  readonly number: number;
  readonly port: number;
  /** Of its code, as its workers tell it to Temporal. */
  readonly buildId: string;
}

export const nameOf = ({ kind, number }: Pick<Instance, 'kind' | 'number'>) => `${kind}-${number}`;

/** Keeps an API or a worker of docker-compose.yml running, on a data folder of its own. */
export async function keepInstance(context: Context, instance: Instance): Promise<void> {
  const { compose, containers, folder, kept, ports, say, signal } = context;
  const { kind, port, buildId } = instance;
  const name = nameOf(instance);
  const dataDir = path.join(folder, name);
  await mkdir(dataDir, { recursive: true });
  const own = {
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: String(await freePort()),
    PUBLIC_URL: `http://localhost:${ports['api:8080']}`,
    TEMPORAL_UI_URL: '',
    ...(containers === null && { DATA_DIR: dataDir }),
    WORKER_DEPLOYMENT_NAME: 'reveille',
    WORKER_BUILD_ID: buildId,
    // Agents reach the targets of a demo or storm, and processes without a terminal log what matters.
    EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
  };
  const service = compose.services[kind]!;
  const enclosed = await containers?.enclose({
    service: kind,
    instance: name,
    command: service.command!,
    folders: { '/data': dataDir },
  });
  await kept.keep(name, (onSpawn) =>
    startNodeService({
      name,
      script: `${kind}/main.ts`,
      ...(enclosed && { command: enclosed.command }),
      env: {
        ...(enclosed?.env ?? serverEnvironment(process.env)),
        ...processEnvironment(service, { ...context, isConfined: enclosed !== undefined, own }),
      },
      logFile: path.join(folder, 'logs', `${name}.log`),
      onSpawn,
      say,
      signal,
    }),
  );
}

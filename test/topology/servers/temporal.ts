import path from 'node:path';

import { freePort } from '#platform/free-port.ts';
import type { Context } from '../context.ts';
import { findTemporalServer } from './find-temporal-server.ts';
import { keepServer, runToEnd } from './start-program.ts';

/** Ports that a container has for itself. */
const innerPorts = [
  'FRONTEND_HTTP_PORT',
  'FRONTEND_MEMBERSHIP_PORT',
  'HISTORY_GRPC_PORT',
  'HISTORY_MEMBERSHIP_PORT',
  'MATCHING_GRPC_PORT',
  'MATCHING_MEMBERSHIP_PORT',
  'WORKER_GRPC_PORT',
  'WORKER_MEMBERSHIP_PORT',
];

/** Makes the databases by the script of deploy/. */
export async function setUpDatabase(context: Context): Promise<void> {
  const { ports, say, signal } = context;
  await runToEnd(context, {
    service: 'database-set-up',
    programs: [path.join(await findTemporalServer({ log: say, signal }), 'temporal-sql-tool')],
    plain: { own: { SQL_HOST: '127.0.0.1', SQL_PORT: String(ports['postgres:5432']) } },
  });
}

export async function startTemporalServer(context: Context): Promise<void> {
  const { ports, say, signal } = context;
  const inner = await Promise.all(innerPorts.map(async (name) => [name, String(await freePort())]));
  const port = ports['temporal:7233'];
  await keepServer(context, {
    service: 'temporal',
    programs: [path.join(await findTemporalServer({ log: say, signal }), 'temporal-server')],
    published: { 7233: port },
    port,
    plain: {
      own: {
        POSTGRES_SEEDS: '127.0.0.1',
        DB_PORT: String(ports['postgres:5432']),
        BIND_ON_IP: '127.0.0.1',
        TEMPORAL_BROADCAST_ADDRESS: '127.0.0.1',
        FRONTEND_GRPC_PORT: String(port),
        ...(Object.fromEntries(inner) as Record<string, string>),
      },
    },
  });
}

/** Namespace and search attributes. Its image has a volume, which it has no use for. */
export const setUpTemporal = (context: Context) =>
  runToEnd(context, { service: 'set-up', folders: { '/data': path.join(context.folder, 'set-up') } });

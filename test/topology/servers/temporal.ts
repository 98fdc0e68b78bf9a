import path from 'node:path';

import { Connection } from '@temporalio/client';

import { findTemporalServer } from './find-temporal-server.ts';
import { runQuietly } from '#bin/embedded/run-quietly.ts';
import { SetupError } from '#bin/setup-error.ts';
import { freePort } from '#platform/free-port.ts';
import { processEnvironment } from '../compose/process-environment.ts';
import { root } from '../compose/read-compose.ts';
import type { Context } from '../context.ts';
import { keepProgram } from './start-program.ts';

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

/** Makes the databases by the script of deploy/, and starts Temporal's server on them, as docker-compose.yml does. */
export async function startTemporalServer(context: Context): Promise<void> {
  const { compose, ports, say, signal } = context;
  const programs = await findTemporalServer({ log: say, signal });
  await setUpDatabase(context, programs);
  const inner = await Promise.all(innerPorts.map(async (name) => [name, String(await freePort())]));
  const own = {
    POSTGRES_SEEDS: '127.0.0.1',
    DB_PORT: String(ports['postgres:5432']),
    BIND_ON_IP: '127.0.0.1',
    FRONTEND_GRPC_PORT: String(ports['temporal:7233']),
    ...(Object.fromEntries(inner) as Record<string, string>),
  };
  const isConfined = context.containers !== null;
  await keepProgram(context, {
    name: 'temporal',
    programs: [path.join(programs, 'temporal-server')],
    args: ['start'],
    env: processEnvironment(compose.services['temporal']!, { ...context, isConfined, own }),
    probe: () => probe(`127.0.0.1:${ports['temporal:7233']}`),
  });
}

async function setUpDatabase(context: Context, programs: string): Promise<void> {
  const { compose, containers, ports, signal } = context;
  const own = {
    SQL_HOST: '127.0.0.1',
    SQL_PORT: String(ports['postgres:5432']),
    ...(containers === null && { PATH: `${programs}:${process.env['PATH']}` }),
  };
  const service = compose.services['database-set-up']!;
  const command = service.command!;
  const tools = [path.join(programs, 'temporal-sql-tool')];
  const enclosed = await containers?.enclose({
    service: 'database-set-up',
    command,
    programs: tools,
    folders: {},
  });
  const script = path.join(root, 'deploy/temporal', path.basename(command.at(-1)!));
  const result = await runQuietly(enclosed?.command ?? ['/bin/sh', script], {
    timeoutMs: 300_000,
    signal,
    env: {
      ...enclosed?.env,
      ...processEnvironment(service, { ...context, isConfined: containers !== null, own }),
    },
  });
  if (!result.ok) throw new SetupError(`The databases of Temporal were not made: ${result.lastLines}`);
}

async function probe(address: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: 1_000 });
  try {
    await connection.withDeadline(Date.now() + 1_000, () => connection.workflowService.getClusterInfo({}));
  } finally {
    await connection.close();
  }
}

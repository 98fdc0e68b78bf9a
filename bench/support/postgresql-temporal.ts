import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { choosePorts } from '#test/topology/compose/hosts.ts';
import { readCompose } from '#test/topology/compose/read-compose.ts';
import type { Context } from '#test/topology/context.ts';
import { createKeptProcesses } from '#test/topology/kept-processes.ts';
import { makeSecrets } from '#test/topology/make-secrets.ts';
import { startPostgres } from '#test/topology/servers/postgres.ts';
import { setUpDatabase, setUpTemporal, startTemporalServer } from '#test/topology/servers/temporal.ts';

/** Temporal and its PostgreSQL as docker-compose.yml has them, as processes. Throws a `SetupError` where they cannot be had. */
export async function startPostgresqlTemporal() {
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-bench-'));
  const failure = new AbortController();
  const say = (sentence: string) => console.error(sentence);
  const kept = createKeptProcesses({ say, onGivenUp: (error) => failure.abort(error) });
  const ports = await choosePorts();
  const secrets = path.join(folder, 'secrets');
  const things = { compose: readCompose(), containers: null, signal: failure.signal };
  const context: Context = { ...things, ports, secrets, folder, kept, say };
  async function stop(): Promise<void> {
    await kept.stopAll();
    await rm(folder, { recursive: true, force: true });
  }
  try {
    await makeSecrets(folder, secrets, ports);
    for (const start of [startPostgres, setUpDatabase, startTemporalServer, setUpTemporal])
      await start(context);
  } catch (error) {
    await stop();
    throw error;
  }
  const [pid, postgresqlPid] = [kept.pidOf('temporal')!, kept.pidOf('postgres')!];
  return { address: `127.0.0.1:${ports['temporal:7233']}`, pid, postgresqlPid, stop };
}

import { chown, mkdir, realpath } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';

import { runQuietly } from '#bin/embedded/run-quietly.ts';
import type { Context } from '../context.ts';
import { findPostgres } from './find-postgres.ts';
import { keepServer } from './start-program.ts';

/** The user of Debian's package: PostgreSQL refuses to run as root. */
const user = 'postgres';

/** A cluster of its own on a folder, with the settings of docker-compose.yml. */
export async function startPostgres(context: Context): Promise<void> {
  const { containers, folder, ports, secrets, say, signal } = context;
  const found = await findPostgres({ log: say, signal });
  const data = path.join(folder, 'postgres/data');
  const port = ports['postgres:5432'];
  await mkdir(data, { recursive: true });
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories='];
  await keepServer(context, {
    service: 'postgres',
    // Finds its other files from where it lies.
    programs: [await realpath(path.join(found, 'postgres'))],
    folders: { '/var/lib/postgresql/data': data },
    port,
    plain: {
      args: settings.flatMap((setting) => ['-c', setting]),
      own: { PGDATA: data, POSTGRES_INITDB_ARGS: '--auth=scram-sha-256' },
      ...(containers === null && { asUser: await unprivileged([data, secrets]) }),
    },
  });
}

/** The words that make a command run as a user without rights, who gets these folders; nothing where we have none ourselves. */
async function unprivileged(folders: readonly string[]): Promise<readonly string[]> {
  if (userInfo().uid !== 0) return [];
  const ids = await Promise.all(
    ['-u', '-g'].map(async (kind) =>
      Number((await runQuietly(['id', kind, user], { timeoutMs: 5_000 })).output),
    ),
  );
  for (const folder of folders) await chown(folder, ids[0]!, ids[1]!);
  const as = [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--pdeathsig', 'KILL'];
  return ['setpriv', ...as];
}

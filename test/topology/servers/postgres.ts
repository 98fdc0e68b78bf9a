import { chown, copyFile, mkdir, realpath } from 'node:fs/promises';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import path from 'node:path';
import { once } from 'node:events';

import { findPostgres } from './find-postgres.ts';
import { runQuietly } from '#bin/embedded/run-quietly.ts';
import { SetupError } from '#bin/setup-error.ts';
import { processCommand } from '../compose/process-command.ts';
import type { Context } from '../context.ts';
import { keepProgram } from './start-program.ts';

/** The user of Debian's package: PostgreSQL refuses to run as root. */
const user = 'postgres';
const volume = '/var/lib/postgresql/data';

/** A cluster of its own on a folder and a port of its own, with the settings of docker-compose.yml. */
export async function startPostgres(context: Context): Promise<void> {
  const { compose, folder, ports, secrets, say, signal } = context;
  const service = compose.services['postgres']!;
  const found = await findPostgres({ log: say, signal });
  // Finds its other files from where it lies.
  const programs = path.dirname(await realpath(path.join(found, 'postgres')));
  const own = path.join(folder, 'postgres');
  const [data, passwordFile] = [path.join(own, 'data'), path.join(own, 'password')];
  await mkdir(own, { recursive: true });
  await copyFile(path.join(secrets, 'postgres-password'), passwordFile);
  const { containers } = context;
  const asUser = containers === null ? await unprivileged([own, passwordFile]) : [];
  const folders = { [volume]: data };
  const inPlace = containers === null ? data : volume;
  const initdb = [
    path.join(programs, 'initdb'),
    `--pgdata=${inPlace}`,
    `--username=${service.environment['POSTGRES_USER']}`,
    `--pwfile=${containers === null ? passwordFile : '/run/secrets/postgres-password'}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
  ];
  const enclosed = await containers?.enclose({ service: 'postgres', command: initdb, folders });
  const made = await runQuietly(enclosed?.command ?? [...asUser, ...initdb], { timeoutMs: 120_000, signal });
  if (!made.ok) throw new SetupError(`The PostgreSQL cluster was not made: ${made.lastLines}`);
  const port = ports['postgres:5432'];
  const [, ...settings] = processCommand(service, ports);
  const ownSettings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories='];
  await keepProgram(context, {
    name: 'postgres',
    programs: [path.join(programs, 'postgres')],
    args: ['-D', inPlace, ...ownSettings.flatMap((setting) => ['-c', setting]), ...settings],
    folders,
    asUser,
    probe: () => connection(port),
  });
}

/** What makes a command run as a user without rights, who gets these files; nothing where we have none ourselves. */
async function unprivileged(files: readonly string[]): Promise<readonly string[]> {
  if (userInfo().uid !== 0) return [];
  const ids = await Promise.all(
    ['-u', '-g'].map(async (kind) =>
      Number((await runQuietly(['id', kind, user], { timeoutMs: 5_000 })).output),
    ),
  );
  for (const file of files) await chown(file, ids[0]!, ids[1]!);
  const as = [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--pdeathsig', 'KILL'];
  return ['setpriv', ...as];
}

async function connection(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}

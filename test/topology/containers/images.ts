import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { runQuietly } from '#bin/embedded/run-quietly.ts';
import { SetupError } from '#bin/setup-error.ts';
import { type ComposeService, root as project } from '../compose/read-compose.ts';
import { confine, type Image } from './confine.ts';
import { isIgnored, readDockerfile } from './dockerfile.ts';

const defaults = {
  env: {},
  workdir: '/',
  user: 'root',
  users: { root: 0 },
  volumes: [],
  entrypoint: [],
} as const;

/** A script before the command, which goes on with it. */
const script = (text: string) => ['/bin/sh', '-euc', text, 'sh'];
/** Reachable from other containers by password; from its own without. */
const initialize = `if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --encoding=UTF8 --locale=C $POSTGRES_INITDB_ARGS
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >> "$PGDATA/postgresql.conf"
fi
exec "$@"`;
const broadcast = `export TEMPORAL_BROADCAST_ADDRESS="\${TEMPORAL_BROADCAST_ADDRESS:-$(hostname -i)}"
exec temporal-server start`;

/** Images that are not ours, as their own Dockerfiles make them. Each has the programs of this machine. */
const others: Readonly<Record<string, Partial<Image>>> = {
  redis: { users: { redis: 999 }, workdir: '/data', volumes: ['/data'] },
  postgres: {
    users: { postgres: 999 },
    volumes: ['/var/lib/postgresql/data'],
    env: { PGDATA: '/var/lib/postgresql/data', POSTGRES_INITDB_ARGS: '' },
    entrypoint: script(initialize),
  },
  'versity/versitygw': { entrypoint: ['versitygw'] },
  'temporalio/server': { user: 'temporal', users: { temporal: 1000 }, entrypoint: script(broadcast) },
  caddy: { env: { XDG_CONFIG_HOME: '/config', XDG_DATA_HOME: '/data' } },
  'prom/prometheus': {
    user: 'nobody',
    users: { nobody: 65_534 },
    workdir: '/prometheus',
    entrypoint: ['prometheus'],
  },
  'temporalio/admin-tools': { user: 'temporal', users: { temporal: 1000 } },
};

/** The words that a service runs. */
export const wordsOf = ({ image, entrypoint, command = [] }: ComposeService): readonly string[] => [
  ...(entrypoint ?? others[image.split(':')[0]!]?.entrypoint ?? []),
  ...command,
];

/** The root of an image such as `redis:7.2.16` below a folder, made without an engine. */
export async function makeImage(reference: string, folder: string): Promise<Image> {
  const [name = ''] = reference.split(':');
  const root = path.join(folder, name.replaceAll('/', '-'));
  if (name === 'reveille') return await makeOurs(root);
  const image = { ...defaults, ...others[name], root };
  await makeBase(image);
  return image;
}

const etc = ['alternatives', 'ca-certificates', 'fonts', 'ld.so.cache', 'localtime', 'nsswitch.conf', 'ssl'];

/** The folders that every image has. /usr is that of this machine; see confine.ts. */
async function makeBase({ root, users }: Pick<Image, 'root' | 'users'>): Promise<void> {
  for (const name of ['dev', 'etc', 'home', 'proc', 'root', 'run', 'sys', 'tmp', 'usr', 'var', '.local/bin'])
    await mkdir(path.join(root, name), { recursive: true, mode: 0o755 });
  for (const name of ['bin', 'lib', 'lib64', 'sbin']) await symlink(`usr/${name}`, path.join(root, name));
  await symlink('../run', path.join(root, 'var/run'));
  for (const name of etc)
    await cp(path.join('/etc', name), path.join(root, 'etc', name), {
      recursive: true,
      verbatimSymlinks: true,
    }).catch(() => undefined);
  const entries = Object.entries({ root: 0, ...users });
  const passwd = entries.map(([name, id]) => `${name}:x:${id}:${id}::${homeOf(name)}:/bin/sh\n`);
  const group = entries.map(([name, id]) => `${name}:x:${id}:\n`);
  await writeFile(path.join(root, 'etc/passwd'), passwd.join(''));
  await writeFile(path.join(root, 'etc/group'), group.join(''));
}

/** By the steps of the Dockerfile, on the Node that package-lock.json pins. */
async function makeOurs(root: string): Promise<Image> {
  let image: Image = { ...defaults, users: { node: 1000, root: 0 }, root };
  await makeBase(image);
  await link(path.join(project, 'node_modules/node/bin/node'), path.join(root, '.local/bin/node'));
  for (const { instruction, text } of readDockerfile()) {
    if (instruction === 'ENV') image = { ...image, env: { ...image.env, ...variables(text) } };
    if (instruction === 'WORKDIR') image = { ...image, workdir: text };
    if (instruction === 'USER') image = { ...image, user: text };
    if (instruction === 'VOLUME') image = { ...image, volumes: [...image.volumes, text] };
    if (instruction === 'COPY' && text === '. .') await copyProject(path.join(root, image.workdir));
    if (instruction === 'RUN') await step(text, image);
  }
  return image;
}

const variables = (text: string) =>
  Object.fromEntries(text.split(' ').map((pair) => pair.split('=', 2) as [string, string]));

async function step(text: string, image: Image): Promise<void> {
  // Debian's packages are those of this machine.
  if (text.startsWith('apt-get ')) return;
  if (text.startsWith('npm ci ')) return await linkPackages(path.join(image.root, image.workdir));
  await asRoot(['sh', '-euc', text], image);
}

/** Everything that .dockerignore leaves in. */
async function copyProject(target: string): Promise<void> {
  await cp(project, target, {
    recursive: true,
    filter: (source) => source === project || !isIgnored(path.relative(project, source)),
  });
}

/** The packages that are installed here without those of development: what `npm ci --omit=dev` installs, from no registry. */
async function linkPackages(target: string): Promise<void> {
  const lock = JSON.parse(await readFile(path.join(project, 'node_modules/.package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { dev?: boolean; link?: boolean }>>;
  };
  for (const room of ['', 'pdf', 'tools']) {
    const packages = path.join(project, room, 'node_modules');
    if (!existsSync(packages)) continue;
    await mkdir(path.join(target, room), { recursive: true });
    await link(packages, path.join(target, room, 'node_modules'));
  }
  const unwanted = Object.entries(lock.packages).filter(([, { dev }]) => dev);
  const folders = ['node_modules/.cache', 'node_modules/.bin', ...unwanted.map(([name]) => name)];
  await succeed(['rm', '-rf', '--', ...folders], { cwd: target });
}

/** A step of the image, which may write to it. */
async function asRoot(command: readonly string[], image: Image): Promise<void> {
  const service = {
    read_only: false,
    tmpfs: [],
    cap_drop: [],
    cap_add: [],
    security_opt: [],
    secrets: [],
    volumes: [],
    shm_size: '64m',
    user: 'root',
  };
  const cgroups = { procs: [], mounts: [] };
  const container = {
    image,
    folders: {},
    secrets: '',
    project,
    programs: [],
    cgroups,
    network: null,
    etc: [],
  };
  const variables = Object.entries(environmentOf(image, 'root')).map(([name, value]) => `${name}=${value}`);
  await succeed(confine(service, container, ['env', '-i', ...variables, ...command]));
}

/** Hard links where both are on one file system. */
async function link(from: string, to: string): Promise<void> {
  const linked = await runQuietly(['cp', '-al', from, to], { timeoutMs: 120_000 });
  if (!linked.ok) await succeed(['cp', '-a', '--reflink=auto', from, to]);
}

async function succeed(command: readonly string[], options: object = {}): Promise<void> {
  const result = await runQuietly(command, { timeoutMs: 300_000, ...options });
  if (!result.ok) throw new SetupError(`The image was not made: ${result.lastLines}`);
}

/** The variables of an image, beside which a container has those of its service. */
export const environmentOf = ({ env }: Image, user: string): Record<string, string> => ({
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: homeOf(user),
  ...env,
});

const homeOf = (user: string) => (user === 'root' ? '/root' : `/home/${user}`);

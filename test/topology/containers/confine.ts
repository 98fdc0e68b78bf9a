import path from 'node:path';

import type { ComposeService } from '../compose/read-compose.ts';

/** The fields of a service that decide it. */
type Confined = Pick<
  ComposeService,
  | 'read_only'
  | 'tmpfs'
  | 'cap_drop'
  | 'cap_add'
  | 'security_opt'
  | 'secrets'
  | 'volumes'
  | 'shm_size'
  | 'user'
>;

/** The facts of an image that decide how its container is confined. */
export interface Image {
  /** The folder that is its root. Lacks what {@link shared} and the kernel give. */
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly workdir: string;
  /** The user that it runs as if the service names none; each is both user and group. */
  readonly user: string;
  readonly users: Readonly<Record<string, number>>;
  /** Folders that are volumes where the service names none. */
  readonly volumes: readonly string[];
  /** The words before the command where the service does not say. */
  readonly entrypoint: readonly string[];
}

export interface Container {
  readonly image: Image;
  /** On this machine, by the path in the container: each volume. */
  readonly folders: Readonly<Record<string, string>>;
  /** The folder with the files of all secrets. */
  readonly secrets: string;
  /** The folder that sources such as `./deploy` start from. */
  readonly project: string;
  /** Its place in the networks of this run, and its name there; null for none but that of the machine. */
  readonly network: { readonly file: string; readonly name: string } | null;
  /** Files of this machine that it has in /etc. */
  readonly etc: readonly string[];
  /** Files of this machine that the image has in /usr/local/bin. */
  readonly programs: readonly string[];
  /** Files that take the id of the process, and mounts below /sys that show it its limits. */
  readonly cgroups: { readonly procs: readonly string[]; readonly mounts: readonly string[] };
}

interface Mount {
  readonly source: string;
  readonly target: string;
  readonly isReadOnly: boolean;
}

const devices = ['null', 'zero', 'full', 'random', 'urandom', 'tty'];
/** As an engine mounts them. */
const tmpfsOptions = 'nosuid,nodev,noexec,mode=1777';

/**
 * The command that runs `command` as the container of a service would: in its networks and mounts of its own, as its user, with the rights
 * and limits of docker-compose.yml. It becomes that process, which keeps its id, its streams and its parent.
 */
export function confine(
  service: Confined,
  container: Container,
  command: readonly string[],
): readonly string[] {
  const { network, image } = container;
  const script = [
    ...limit(container),
    ...(network === null ? [] : [`hostname ${quoted(network.name)}`]),
    ...mountAll(service, container),
    // It ends with us, as a container ends with its engine.
    `exec chroot ${quoted(image.root)} ${become(service, image, ['--pdeathsig=KILL'])} "$@"`,
  ];
  const enter = network === null ? [] : ['nsenter', `--net=${network.file}`, '--'];
  const unshare = ['unshare', '--mount', '--ipc', '--uts', '--'];
  return [...enter, ...unshare, 'sh', '-euc', script.join('\n'), 'sh', ...command];
}

/** The command that runs `command` beside the process of a container, as `docker exec` does. */
export function enter(
  service: Confined,
  container: Container,
  pid: number,
  command: readonly string[],
): readonly string[] {
  const inside = `nsenter --target=${pid} --mount --ipc --uts --net --root`;
  const script = [...limit(container), `exec ${inside} -- ${become(service, container.image)} "$@"`];
  return ['sh', '-euc', script.join('\n'), 'sh', ...command];
}

const limit = ({ cgroups }: Container) => cgroups.procs.map((file) => `echo $$ > ${quoted(file)}`);

function mountAll(service: Confined, container: Container): readonly string[] {
  const { image, cgroups } = container;
  const inside = (target: string) => quoted(path.join(image.root, target));
  const binds = bindsOf(service, container);
  const folders = [...service.tmpfs, ...binds.map(({ target }) => path.dirname(target))];
  return [
    'umask 022; mount --make-rprivate /',
    `mount --bind ${inside('/')} ${inside('/')}`,
    ...folders.map((folder) => `mkdir -p ${inside(folder)}`),
    ...container.programs.map((file) => `: >> ${inside(`/.local/bin/${path.basename(file)}`)}`),
    ...binds.map(({ source, target }) =>
      // A mount needs a file or a folder to cover.
      [
        `if [ -d ${quoted(source)} ]`,
        `then mkdir -p ${inside(target)}`,
        `else : >> ${inside(target)}; fi`,
      ].join('; '),
    ),
    ...(service.read_only ? [`mount -o remount,bind,ro ${inside('/')}`] : []),
    `mount --rbind /proc ${inside('/proc')}`,
    `mount --rbind /sys ${inside('/sys')}`,
    ...['/sys', ...cgroups.mounts].map((mounted) => `mount -o remount,bind,ro ${inside(mounted)}`),
    `mount -t tmpfs -o nosuid,noexec,mode=755 tmpfs ${inside('/dev')}`,
    ...devices.map(
      (name) => `: > ${inside(`/dev/${name}`)}; mount --bind /dev/${name} ${inside(`/dev/${name}`)}`,
    ),
    `ln -s /proc/self/fd ${inside('/dev/fd')}; mkdir ${inside('/dev/shm')}`,
    `mount -t tmpfs -o ${tmpfsOptions},size=${service.shm_size} tmpfs ${inside('/dev/shm')}`,
    ...binds.map(
      ({ source, target, isReadOnly }) =>
        `mount --bind ${isReadOnly ? '-o ro ' : ''}${quoted(source)} ${inside(target)}`,
    ),
    ...service.tmpfs.map((target) => `mount -t tmpfs -o ${tmpfsOptions} tmpfs ${inside(target)}`),
  ];
}

/** Volumes of the service and of its image, secrets, and what the machine gives; what lies in another one comes after it. */
function bindsOf(service: Confined, container: Container): readonly Mount[] {
  const { image, folders, secrets, project, programs, etc } = container;
  const named = service.volumes.map((volume): Mount => {
    const [source = '', target = '', mode] = volume.split(':');
    const isFile = source.startsWith('.');
    return {
      source: isFile ? path.join(project, source) : folderOf(folders, target),
      target,
      isReadOnly: mode === 'ro',
    };
  });
  const unnamed = image.volumes
    .filter((target) => !named.some((mount) => mount.target === target))
    .map((target): Mount => ({ source: folderOf(folders, target), target, isReadOnly: false }));
  const given = [
    // The programs and libraries of this machine stand for those of every image.
    ['/usr', '/usr'] as const,
    ...etc.map((file) => [file, `/etc/${path.basename(file)}`] as const),
    [path.join(image.root, '.local'), '/usr/local'] as const,
    ...programs.map((file) => [file, `/usr/local/bin/${path.basename(file)}`] as const),
    ...service.secrets.map((name) => [path.join(secrets, name), `/run/secrets/${name}`] as const),
  ].map(([source, target]): Mount => ({ source, target, isReadOnly: true }));
  return [...given, ...named, ...unnamed];
}

function folderOf(folders: Readonly<Record<string, string>>, target: string): string {
  const folder = folders[target];
  if (folder === undefined) throw new Error(`No folder for the volume ${target}.`);
  return folder;
}

/** Makes what comes after it run as the user of the service, with its rights. */
function become(service: Confined, image: Image, more: readonly string[] = []): string {
  const id = idOf(service, image);
  const bounds = [
    ...service.cap_drop.map((name) => `-${name}`),
    ...service.cap_add.map((name) => `+${name}`),
  ];
  const rights = [
    ...(bounds.length > 0 ? [`--bounding-set=${bounds.join(',').toLowerCase()}`] : []),
    '--inh-caps=-all',
    ...(service.security_opt.includes('no-new-privileges:true') ? ['--no-new-privs'] : []),
  ];
  const as = [`--reuid=${id}`, `--regid=${id}`, '--clear-groups', ...rights, ...more];
  return `setpriv ${as.join(' ')} -- env --chdir=${quoted(image.workdir)} --`;
}

/** The number of the user of a service. */
export function idOf(service: Pick<ComposeService, 'user'>, image: Image): number {
  const name = service.user ?? image.user;
  const id = image.users[name];
  if (id === undefined) throw new Error(`The image has no user ${name}.`);
  return id;
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

import { chown, mkdir } from 'node:fs/promises';
import path from 'node:path';

import { runQuietly } from '#bin/embedded/run-quietly.ts';
import { type Compose, type ComposeService, root } from '../compose/read-compose.ts';
import { type Cgroups, createCgroups } from './cgroups.ts';
import { confine, idOf, type Image } from './confine.ts';
import { environmentOf, makeImage } from './images.ts';

interface Settings {
  readonly compose: Compose;
  /** Of the topology; images are made below it. */
  readonly folder: string;
  readonly secrets: string;
  readonly say: (sentence: string) => void;
}

interface Start {
  /** Its name in docker-compose.yml. */
  readonly service: string;
  /** Several may run of one service. */
  readonly instance?: string;
  readonly command: readonly string[];
  /** Programs of this machine that stand for those of its image. */
  readonly programs?: readonly string[];
  /** On this machine, by the path in the container: each of its volumes. */
  readonly folders: Readonly<Record<string, string>>;
}

const mebibyte = 1024 ** 2;

/**
 * Services confined as docker-compose.yml says, without an engine. Null where this machine does not let us; `say` tells that, and
 * all else in which they differ from containers.
 */
export async function createContainers({ compose, folder, secrets, say }: Settings) {
  const problem = await problemOf(['unshare', '--mount', '--ipc', 'sh', '-euc', 'mount -t tmpfs tmpfs /mnt']);
  if (problem !== undefined) {
    say(`not confined: mounts, read-only roots, users, rights and limits need root (${problem})`);
    return null;
  }
  const cgroups = await createCgroups(`reveille-topology-${process.pid}`).catch((error: Error) => {
    say(`no limits of memory and processes: ${error.message}`);
    return null;
  });
  say('as containers, but: the network and the process ids are those of this machine, no seccomp profile,');
  say("  and /usr is this machine's; Debian's packages and those of npm are not installed anew");
  const images = new Map<string, Promise<Image>>();
  const instances = new Map<string, ComposeService>();

  async function imageOf({ image: reference }: ComposeService): Promise<Image> {
    const image = images.get(reference) ?? makeImage(reference, path.join(folder, 'images'));
    images.set(reference, image);
    return await image;
  }

  /** The command that runs a service as its container, and the variables of its image. */
  async function enclose({ service: name, instance = name, command, programs = [], folders }: Start) {
    const service = compose.services[name]!;
    const image = await imageOf(service);
    const id = idOf(service, image);
    for (const one of Object.values(folders)) {
      await mkdir(one, { recursive: true });
      await chown(one, id, id);
    }
    instances.set(instance, service);
    const own = programs.filter((file) => !isShared(file));
    const [program = '', ...args] = command;
    const procs = (await cgroups?.limit(instance, service)) ?? [];
    const container = {
      image,
      folders,
      secrets,
      project: root,
      programs: own,
      cgroups: { procs, mounts: cgroups?.mounts ?? [] },
    };
    return {
      command: confine(service, container, [
        own.includes(program) ? path.basename(program) : program,
        ...args,
      ]),
      env: environmentOf(image, service.user ?? image.user),
    };
  }

  /** Tells the most memory that each had. Gives how many processes the kernel killed for it. */
  async function tellMemory(): Promise<number> {
    if (cgroups === null) return 0;
    const used = await Promise.all([...instances].map(([name, service]) => memoryOf(cgroups, name, service)));
    say(`most memory: ${used.map(({ text }) => text).join(', ')}`);
    return used.reduce((sum, { killed }) => sum + killed, 0);
  }

  const remove = async () => await cgroups?.remove().catch((error: Error) => say(error.message));

  return { enclose, tellMemory, remove };
}

export type Containers = NonNullable<Awaited<ReturnType<typeof createContainers>>>;

/** Whether a file is where every container has it. */
const isShared = (file: string) => file.startsWith('/usr/') && !file.startsWith('/usr/local/');

async function memoryOf(cgroups: Cgroups, name: string, { mem_limit: limit }: ComposeService) {
  const { peak, killed } = await cgroups.usage(name);
  const much = Number.isNaN(peak) ? 'unknown' : `${Math.round(peak / mebibyte)} MiB`;
  return { text: `${name} ${much} of ${limit}${killed > 0 ? `, ${killed} KILLED` : ''}`, killed };
}

async function problemOf(command: readonly string[]): Promise<string | undefined> {
  const { ok, lastLines } = await runQuietly(command, { timeoutMs: 10_000 });
  return ok ? undefined : lastLines;
}

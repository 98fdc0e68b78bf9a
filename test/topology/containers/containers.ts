import { chown, mkdir } from 'node:fs/promises';
import path from 'node:path';

import which from 'which';

import { runQuietly } from '#bin/embedded/run-quietly.ts';
import { installPackage } from '#bin/embedded/system-package.ts';
import { freePort } from '#platform/free-port.ts';
import { type Compose, type ComposeService, root } from '../compose/read-compose.ts';
import { type Cgroups, createCgroups } from './cgroups.ts';
import { confine, type Container, enter, idOf, type Image } from './confine.ts';
import { watchHealth } from './health.ts';
import { environmentOf, makeImage, wordsOf } from './images.ts';
import { createNetworks, machine } from './networks.ts';

interface Settings {
  readonly compose: Compose;
  /** The folder of the topology; images are made below it. */
  readonly folder: string;
  readonly secrets: string;
  /** The process of an instance. */
  readonly pidOf: (instance: string) => number | undefined;
  readonly say: (sentence: string) => void;
  readonly signal: AbortSignal;
}

interface Start {
  /** Its name in docker-compose.yml. */
  readonly service: string;
  /** Several may run of one service. */
  readonly instance: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Programs of this machine that stand for those of its image. */
  readonly programs: readonly string[];
  /** On this machine, by the path in the container: each of its volumes. */
  readonly folders: Readonly<Record<string, string>>;
  /** On this machine, by the port in the container; what else the service publishes gets a free one. */
  readonly published: Readonly<Record<string, number>>;
}

interface Instance {
  readonly service: ComposeService;
  readonly container: Container;
  readonly env: Readonly<Record<string, string>>;
}

const mebibyte = 1024 ** 2;
/** Commands of health checks and networks, by the package that has them. */
const tools = { ip: 'iproute2', nc: 'netcat-openbsd' };

/**
 * Services confined as docker-compose.yml says, without an engine. Null where this machine does not let us; `say` tells that, and
 * all else in which they differ from containers.
 */
export async function createContainers({ compose, folder, secrets, pidOf, say, signal }: Settings) {
  const isRunning = (instance: string) => pidOf(instance) !== undefined;
  const networks = await prepare({ log: say, signal })
    .then(() => createNetworks(folder, isRunning))
    .catch((error: Error) => {
      say(
        'not confined: networks, mounts, read-only roots, users, rights, limits and health checks need root',
      );
      say(`  and Linux (${error.message})`);
      return null;
    });
  if (networks === null) return null;
  const cgroups = await createCgroups(`reveille-topology-${process.pid}`).catch((error: Error) => {
    say(`no limits of memory and processes: ${error.message}`);
    return null;
  });
  say(
    'as containers, but: the process ids are those of this machine, no way leads out of the networks, no seccomp',
  );
  say("  profile, and /usr is this machine's; Debian's packages and those of npm are not installed anew");
  const images = new Map<string, Promise<Image>>();
  const instances = new Map<string, Instance>();
  const watches = new Map<string, AbortController>();

  async function imageOf({ image: reference }: ComposeService): Promise<Image> {
    const image = images.get(reference) ?? makeImage(reference, path.join(folder, 'images'));
    images.set(reference, image);
    return await image;
  }

  /** The command that runs an instance of a service as its container, and its variables. */
  async function enclose({ service: name, instance, variables, programs, folders, published }: Start) {
    const service = compose.services[name]!;
    const image = await imageOf(service);
    const id = idOf(service, image);
    for (const one of Object.values(folders)) {
      await mkdir(one, { recursive: true });
      await chown(one, id, id);
    }
    const file = await networks!.join(instance, service.networks, [...new Set([name, instance])]);
    if (!instances.has(instance))
      for (const port of new Set([
        ...service.ports.map((one) => one.split(':').at(-1)!),
        ...Object.keys(published),
      ]))
        await networks!.publish(instance, Number(port), published[port] ?? (await freePort()));
    const procs = (await cgroups?.limit(instance, service)) ?? [];
    const container = {
      image,
      folders,
      secrets,
      etc: networks!.etc,
      project: root,
      network: { file, name: instance },
      programs: programs.filter((one) => !isShared(one)),
      cgroups: { procs, mounts: cgroups?.mounts ?? [] },
    };
    const own = environmentOf(image, service.user ?? image.user);
    // Before it Debian has wrappers of its own.
    const paths = programs.filter(isShared).map((one) => path.dirname(one));
    const env = { ...own, PATH: [...paths, own['PATH']].join(':'), ...variables };
    instances.set(instance, { service, container, env });
    return { command: confine(service, container, wordsOf(service)), env };
  }

  /** Runs a command in the container of an instance, as `docker compose exec` does; undefined where none runs. */
  async function exec(instance: string, command: readonly string[], timeoutMs = 60_000) {
    if (!isRunning(instance)) return undefined;
    return await runQuietly(inside(instance, command), { timeoutMs });
  }

  /** The command that runs another beside the process of an instance that runs. */
  function inside(instance: string, command: readonly string[]): readonly string[] {
    const { service, container, env } = instances.get(instance)!;
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    return enter(service, container, pidOf(instance)!, ['env', '-i', ...variables, ...command]);
  }

  /** From now on its health check is made. Rejects when it is found unhealthy before it was healthy once. */
  async function untilHealthy(instance: string): Promise<void> {
    const { healthcheck: check } = instances.get(instance)!.service;
    if (check === undefined) return;
    const [, ...words] = check.test.map((word) => word.replaceAll('$$', '$'));
    const test = async () => await exec(instance, words, check.timeout);
    watches.get(instance)?.abort();
    const watch = new AbortController();
    watches.set(instance, watch);
    await watchHealth(instance, { check, test, say, signal: AbortSignal.any([signal, watch.signal]) });
  }

  const unwatch = () => watches.forEach((watch) => watch.abort());

  /** Tells the most memory that each had. Gives how many processes the kernel killed for it. */
  async function tellMemory(): Promise<number> {
    if (cgroups === null) return 0;
    const used = await Promise.all(
      [...instances].map(([name, { service }]) => memoryOf(cgroups, name, service)),
    );
    say(`most memory: ${used.map(({ text }) => text).join(', ')}`);
    return used.reduce((sum, { killed }) => sum + killed, 0);
  }

  async function remove(): Promise<void> {
    await cgroups?.remove().catch((error: Error) => say(error.message));
    await networks!.remove();
  }

  /** The address by which instances reach what listens at this one on the loopback address of this machine. */
  async function reach(url: string): Promise<string> {
    const { port } = new URL(url);
    await networks!.reach(Number(port));
    return `http://${machine}:${port}`;
  }

  return { enclose, exec, inside, untilHealthy, unwatch, reach, tellMemory, remove };
}

export type Containers = NonNullable<Awaited<ReturnType<typeof createContainers>>>;

/** Whether a file is where every container has it. */
const isShared = (file: string) => file.startsWith('/usr/') && !file.startsWith('/usr/local/');

async function memoryOf(cgroups: Cgroups, name: string, { mem_limit: limit }: ComposeService) {
  const { peak, killed } = await cgroups.usage(name);
  const much = Number.isNaN(peak) ? 'unknown' : `${Math.round(peak / mebibyte)} MiB`;
  return { text: `${name} ${much} of ${limit}${killed > 0 ? `, ${killed} KILLED` : ''}`, killed };
}

/** Rejects where this machine does not let us. */
async function prepare(setUp: Parameters<typeof installPackage>[1]): Promise<void> {
  const mount = ['unshare', '--mount', '--ipc', '--uts', 'sh', '-euc', 'mount -t tmpfs tmpfs /mnt'];
  const { ok, lastLines } = await runQuietly(mount, { timeoutMs: 10_000 });
  if (!ok) throw new Error(lastLines);
  for (const [program, name] of Object.entries(tools)) {
    if (await which(program, { nothrow: true })) continue;
    const result = await installPackage({ title: name, program, names: { 'apt-get': name } }, setUp);
    if (result.kind === 'refused') throw new Error(result.problem);
  }
}

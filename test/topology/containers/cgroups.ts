import { existsSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { until } from '#test/support/until.ts';
import type { ComposeService } from '../compose/read-compose.ts';

const mounted = '/sys/fs/cgroup';

/** One tree for all, or one for each of the controllers. */
const isUnified = () => existsSync(path.join(mounted, 'cgroup.controllers'));

/** Names of version 2 and of version 1. */
const files = {
  memory: ['memory.max', 'memory.limit_in_bytes'],
  pids: ['pids.max', 'pids.max'],
  peak: ['memory.peak', 'memory.max_usage_in_bytes'],
  events: ['memory.events', 'memory.oom_control'],
} as const;

/** Memory and processes that a service may have, by cgroups of this machine below `name`; rejects where we may not make them. */
export async function createCgroups(name: string) {
  const version = isUnified() ? 0 : 1;
  const mounts = version === 0 ? [mounted] : ['memory', 'pids'].map((one) => path.join(mounted, one));
  const [memory = '', pids = memory] = mounts;
  const made: string[] = [];

  async function make(folder: string): Promise<void> {
    if (made.includes(folder)) return;
    await mkdir(folder);
    made.push(folder);
  }

  for (const mount of mounts) {
    if (version === 0) await writeFile(path.join(mount, 'cgroup.subtree_control'), '+memory +pids');
    await make(path.join(mount, name));
    if (version === 0) await writeFile(path.join(mount, name, 'cgroup.subtree_control'), '+memory +pids');
  }

  /** The files that take the processes of `instance`, which has the limits of the service. */
  async function limit(
    instance: string,
    { mem_limit: bytes, pids_limit: count }: Pick<ComposeService, 'mem_limit' | 'pids_limit'>,
  ): Promise<readonly string[]> {
    const folders = mounts.map((mount) => path.join(mount, name, instance));
    for (const folder of folders) await make(folder);
    await writeFile(path.join(memory, name, instance, files.memory[version]), bytes);
    await writeFile(path.join(pids, name, instance, files.pids[version]), String(count));
    return folders.map((folder) => path.join(folder, 'cgroup.procs'));
  }

  /** The most memory that an instance had, in bytes, and how many of its processes the kernel killed for it. */
  async function usage(instance: string) {
    const read = (file: string) => readFile(path.join(memory, name, instance, file), 'utf8');
    const [, killed = '0'] = /^oom_kill (\d+)$/m.exec(await read(files.events[version])) ?? [];
    // `memory.peak` came with Linux 5.19.
    const peak = Number(await read(files.peak[version]).catch(() => NaN));
    return { peak, killed: Number(killed) };
  }

  /** Children of its processes may end a moment after them. */
  async function remove(): Promise<void> {
    for (const folder of made.toReversed())
      await until(
        `${folder} is empty`,
        () =>
          rmdir(folder).then(
            () => true,
            () => false,
          ),
        { timeoutMs: 30_000 },
      );
  }

  return { mounts, limit, usage, remove };
}

export type Cgroups = Awaited<ReturnType<typeof createCgroups>>;

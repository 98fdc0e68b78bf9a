import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { findRedis } from '#bin/embedded/find-redis.ts';
import { loadAtFullSpeed, padData } from './loading-time.ts';

export interface HeldRedis {
  /** The environment of a start that finds this Redis. */
  readonly settings: Readonly<Record<'PATH', string>>;
  /** A Redis that is started from now on does not listen before it is released. */
  readonly hold: () => Promise<void>;
  /** A Redis that is started from now on listens at once, and loads its data until it is released. */
  readonly slow: () => Promise<void>;
  readonly release: () => Promise<void>;
}

/** A command takes so long to load; the server looks at its connections each 1,024 of them. */
const slowly = '--key-load-delay 1000 --loading-process-events-interval-bytes 1024';

/**
 * A `redis-server` on the PATH that runs the real one, but waits as long as a file is there, or runs it with the settings of
 * another. The supervisor starts a Redis again at once; with this one it stays away. `urlOf`: where the running one is.
 */
export async function heldRedis(folder: string, urlOf: () => Promise<string>): Promise<HeldRedis> {
  const server = await findRedis({ log: () => undefined });
  const programs = path.resolve(folder, 'programs');
  const away = path.join(programs, 'redis-is-away');
  const slow = path.join(programs, 'redis-is-slow');
  const program = path.join(programs, 'redis-server');
  await mkdir(programs, { recursive: true });
  await writeFile(
    program,
    `#!/bin/sh
[ "$1" = --version ] || while [ -e '${away}' ]; do sleep 0.1; done
exec '${server}' "$@" $(cat '${slow}' 2> /dev/null)
`,
  );
  await chmod(program, 0o700);
  return {
    settings: { PATH: `${programs}:${process.env['PATH']}` },
    hold: () => writeFile(away, ''),
    slow: async () => {
      await padData(await urlOf());
      await writeFile(slow, slowly);
    },
    release: async () => {
      const wasSlow = await rm(slow).then(
        () => true,
        () => false,
      );
      await rm(away, { force: true });
      if (wasSlow) await loadAtFullSpeed(await urlOf());
    },
  };
}

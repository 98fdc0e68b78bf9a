import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { findRedis } from '../../../bin/embedded/find-redis.ts';

export interface HeldRedis {
  /** The environment of a start that finds this Redis. */
  readonly settings: Readonly<Record<'PATH', string>>;
  /** A Redis that is started from now on does not listen before it is released. */
  readonly hold: () => Promise<void>;
  readonly release: () => Promise<void>;
}

/**
 * A `redis-server` on the PATH that runs the real one, but waits as long as a file is there. The supervisor starts a Redis
 * again at once; with this one it stays away.
 */
export async function heldRedis(folder: string): Promise<HeldRedis> {
  const server = await findRedis({ log: () => undefined });
  const programs = path.resolve(folder, 'programs');
  const mark = path.join(programs, 'redis-is-away');
  const program = path.join(programs, 'redis-server');
  await mkdir(programs, { recursive: true });
  await writeFile(
    program,
    `#!/bin/sh
[ "$1" = --version ] || while [ -e '${mark}' ]; do sleep 0.1; done
exec '${server}' "$@"
`,
  );
  await chmod(program, 0o700);
  return {
    settings: { PATH: `${programs}:${process.env['PATH']}` },
    hold: () => writeFile(mark, ''),
    release: () => rm(mark, { force: true }),
  };
}

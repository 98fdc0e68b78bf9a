import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { startInBackground } from '../../../bin/embedded/background-process.ts';
import { startWhenReady } from '../../../bin/embedded/start-when-ready.ts';
import type { Context } from '../context.ts';

interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Rejects while it is not ready. */
  readonly probe: () => Promise<unknown>;
  /** It ends with us by other means. */
  readonly endsItself?: boolean;
}

/** Keeps a program of others running, with its log in the folder of the topology. */
export async function keepProgram({ kept, folder, signal }: Context, program: Program): Promise<void> {
  const { name, command, args, env, probe, endsItself = false } = program;
  const logFile = path.join(folder, 'logs', `${name}.log`);
  await mkdir(path.join(folder, name), { recursive: true });
  await kept.keep(name, (onSpawn) =>
    startWhenReady({
      title: name,
      logFile,
      start: () => startInBackground({ command, args, env, logFile, onSpawn, endsWithUs: !endsItself }),
      probe: async () => void (await probe()),
      timeoutMs: 120_000,
      signal,
    }),
  );
}

import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { startInBackground } from '#bin/embedded/background-process.ts';
import { startWhenReady } from '#bin/embedded/start-when-ready.ts';
import type { Context } from '../context.ts';

interface Program {
  /** That of its service in docker-compose.yml. */
  readonly name: string;
  /** Files of this machine; the first is run. */
  readonly programs: readonly [string, ...string[]];
  readonly args: readonly string[];
  /** On this machine, by the path in its container: each of its volumes. */
  readonly folders?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Rejects while it is not ready. */
  readonly probe: () => Promise<unknown>;
  /** What makes it run as another user where it is not confined; ends it with us, too. */
  readonly asUser?: readonly string[];
}

/** Keeps a program of others running, with its log in the folder of the topology. */
export async function keepProgram(context: Context, program: Program): Promise<void> {
  const { kept, folder, signal } = context;
  const { name, programs, args, probe, folders = {}, asUser = [] } = program;
  const plain = [...asUser, programs[0], ...args];
  const enclosed = await context.containers?.enclose({
    service: name,
    command: [programs[0], ...args],
    programs,
    folders,
  });
  const [command = '', ...rest] = enclosed?.command ?? plain;
  const env = { ...enclosed?.env, ...program.env };
  const endsWithUs = enclosed === undefined && asUser.length === 0;
  const logFile = path.join(folder, 'logs', `${name}.log`);
  await mkdir(path.join(folder, name), { recursive: true });
  await kept.keep(name, (onSpawn) =>
    startWhenReady({
      title: name,
      logFile,
      start: () => startInBackground({ command, args: rest, env, logFile, onSpawn, endsWithUs }),
      probe: async () => void (await probe()),
      timeoutMs: 120_000,
      signal,
    }),
  );
}

import { once } from 'node:events';
import type { Environment } from '#platform/environment.ts';
import type { SetupError } from '../setup-error.ts';
import { childRegisterFile, createChildRegister } from './child-register.ts';
import { addressFile, type DataFolder, stoppingMark } from './data-folder.ts';
import { createDiskRoom, isDiskFull } from './disk-room.ts';
import { createStack } from './stack.ts';
import { startEverything } from './start-everything.ts';
import { readdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';

interface Run {
  readonly config: Environment;
  readonly env: NodeJS.ProcessEnv;
  readonly data: DataFolder;
  readonly stop: AbortSignal;
  readonly say: (sentence: string) => void;
}

/**
 * Starts everything, keeps it running until the signal aborts, and stops it in order. Throws {@link SetupError} when
 * the start fails or a part cannot be kept running.
 */
export async function runReveille({ config, env, data, stop, say }: Run): Promise<void> {
  const register = createChildRegister(data.file(childRegisterFile));
  const leftOvers = await register.endLeftOvers();
  if (leftOvers.length > 0) say(`Ended what an earlier start left behind: ${leftOvers.join(', ')}.`);
  await rotateLogs(data.file('logs'));

  // Held to the end: the port of a process that is started again must not go to another start meanwhile.
  using claims = new DisposableStack();
  const failure = new AbortController();
  const end = AbortSignal.any([stop, failure.signal]);
  const onGivenUp = (error: SetupError) => failure.abort(error);
  const stack = createStack({ say, onGivenUp, ...createDiskRoom(data.path, say, whileFull) });
  try {
    const common = { register, stack, claims, signal: end, say };
    const message = await startEverything({ config, env, data, ...common });
    say(message);
    if (!end.aborted) await once(end, 'abort');
  } catch (error) {
    failure.abort(error);
  }
  if (stop.aborted) say('Stopping.');
  await markStop(data, stoppingMark);
  await stack.stop();
  await markStop(data, '');
  if (stop.aborted) say('Stopped.');
  else throw failure.signal.reason;
}

const whileFull = 'Deliveries are answered 503 until there is room again.';

/** A full disk must not keep us from stopping in order. */
async function markStop(data: DataFolder, text: string): Promise<void> {
  await data.write(addressFile, text).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error;
  });
}

const largestBytes = 10_000_000;

/** Renames large logs of earlier starts and removes those renamed before. */
async function rotateLogs(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((candidate) => candidate.endsWith('.log'))) {
    const file = path.join(folder, name);
    if ((await stat(file)).size > largestBytes) await rename(file, `${file}.old`);
  }
}

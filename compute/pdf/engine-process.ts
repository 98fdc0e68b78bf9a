import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChildJob, ChildMessage, type PdfOutcome, pdfProgram } from '@reveille/tools';
import { childOptions } from './child-options.ts';
import { residentBytes } from '../processes/resident-bytes.ts';

/** How a job in a child ended. Whoever is not `answered` has lost its process. */
export type ChildAnswer =
  | { readonly status: 'answered'; readonly outcome: PdfOutcome; readonly isSpent: boolean }
  | { readonly status: 'crashed'; readonly message: string }
  | { readonly status: 'killed'; readonly ground: 'time' | 'memory' | 'aborted' | 'died' };

interface ChildLimits {
  readonly timeoutMs: number;
  readonly residentBytesMax: number;
}

export interface EngineProcess {
  readonly pid: number;
  /** The only folder that the process can write to. */
  readonly folder: string;
  hasExited(): boolean;
  run(job: ChildJob, limits: ChildLimits, signal: AbortSignal): Promise<ChildAnswer>;
  /** Ends the process at once and removes its folder. */
  kill(): Promise<void>;
}

/** Elsewhere than on Linux each look starts a program. */
const watchEveryMs = process.platform === 'linux' ? 25 : 250;
const startTimeoutMs = 30_000;

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  if (!hasExited(child)) {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
  await rm(folder, { recursive: true, force: true });
}

async function ready(child: ChildProcess): Promise<number> {
  const signal = AbortSignal.timeout(startTimeoutMs);
  const exited = once(child, 'exit', { signal }).then(() => {
    throw new Error('A PDF process ended while it started.');
  });
  // It goes on waiting after the race, for an end that is then told elsewhere.
  exited.catch(() => undefined);
  await Promise.race([once(child, 'message', { signal }), exited]);
  if (child.pid === undefined) throw new Error('A PDF process did not start.');
  return child.pid;
}

/** Kills the child when it takes too long, too much memory, or is not wanted any more. Gives the ground once it did. */
function watch(child: ChildProcess, pid: number, limits: ChildLimits, signal: AbortSignal) {
  let ground: 'time' | 'memory' | 'aborted' | undefined;
  const kill = (why: typeof ground) => {
    ground ??= why;
    child.kill('SIGKILL');
  };
  const onAbort = () => kill('aborted');
  const timer = setTimeout(() => kill('time'), limits.timeoutMs);
  const watcher = setInterval(() => {
    void residentBytes(pid).then((bytes = 0) => {
      if (bytes > limits.residentBytesMax) kill('memory');
    });
  }, watchEveryMs);
  signal.addEventListener('abort', onAbort);
  return {
    ground: () => ground ?? 'died',
    stop() {
      clearTimeout(timer);
      clearInterval(watcher);
      signal.removeEventListener('abort', onAbort);
    },
  };
}

function readAnswer(message: unknown): ChildAnswer {
  const { data } = ChildMessage.safeParse(message);
  if (data?.kind === 'answered') return { status: 'answered', outcome: data.outcome, isSpent: data.isSpent };
  return { status: 'crashed', message: data?.kind === 'crashed' ? data.message : 'An unknown message.' };
}

function nextAnswer(child: ChildProcess, groundOfDeath: () => 'time' | 'memory' | 'aborted' | 'died') {
  return new Promise<ChildAnswer>((resolve) => {
    const onMessage = (message: unknown) => {
      child.off('exit', onExit);
      resolve(readAnswer(message));
    };
    const onExit = () => {
      child.off('message', onMessage);
      resolve({ status: 'killed', ground: groundOfDeath() });
    };
    child.once('message', onMessage);
    child.once('exit', onExit);
  });
}

/** Starts a process for PDF work and resolves when it is warm. */
export async function startEngineProcess(workDir: string): Promise<EngineProcess> {
  const folder = join(workDir, `engine_${randomBytes(9).toString('base64url')}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { entry, readable } = pdfProgram();
  const child = fork(entry, [], childOptions(readable, folder));
  // A message to a process that has just died; its end is reported by `exit`.
  child.on('error', () => undefined);
  const pid = await ready(child).catch(async (error: unknown) => {
    await end(child, folder);
    throw error;
  });
  return {
    pid,
    folder,
    hasExited: () => hasExited(child),
    async run(job, limits, signal) {
      if (hasExited(child)) return { status: 'killed', ground: 'died' };
      const watcher = watch(child, pid, limits, signal);
      try {
        const answer = nextAnswer(child, watcher.ground);
        child.send(job);
        return await answer;
      } finally {
        watcher.stop();
      }
    },
    kill: () => end(child, folder),
  };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { endingWithParent } from '#compute/processes/parent-death-signal.ts';
import { withTimeout } from '#domain/with-timeout.ts';
import { withPrivateFiles } from '../private-files.ts';

export interface BackgroundProcess {
  readonly pid: number;
  /** Resolves when the process has ended, with a text such as `exit code 1` or `SIGKILL`. */
  readonly exited: Promise<string>;
  /** Sends SIGTERM, and SIGKILL if the process is still alive after the grace time. */
  stop(graceMs?: number): Promise<void>;
}

interface BackgroundCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Beside what every server gets of ours. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Both output streams are appended to this file, so that the process outlives a lost terminal. */
  readonly logFile: string;
  /** The process is killed when ours dies, however that dies; else it goes on after a SIGKILL. */
  readonly endsWithUs?: boolean | undefined;
  /** Called with the pid as soon as the process exists. */
  readonly onSpawn?: ((pid: number) => void) | undefined;
}

/**
 * Starts a server in a process group of its own: Ctrl-C in the terminal then reaches only the supervisor, which
 * stops its servers in order. The server gets none of our secrets, and only its owner can read its files.
 */
export function startInBackground(options: BackgroundCommand): BackgroundProcess {
  const { command, args } = options.endsWithUs ? endingWithParent(options.command, options.args) : options;
  mkdirSync(path.dirname(options.logFile), { recursive: true, mode: 0o700 });
  return withPrivateFiles(() => {
    const log = openSync(options.logFile, 'a');
    try {
      const child = spawn(command, args, {
        env: { ...serverEnvironment(process.env), ...options.env },
        detached: true,
        stdio: ['ignore', log, log],
      });
      return watchOver(child, options.onSpawn);
    } finally {
      closeSync(log);
    }
  });
}

/** Tracks a child until it exits; one that could not be started counts as exited. */
export function watchOver(child: ChildProcess, onSpawn?: (pid: number) => void): BackgroundProcess {
  try {
    if (child.pid !== undefined) onSpawn?.(child.pid);
  } catch (error) {
    // Without an entry it would not be found after our death.
    child.kill('SIGKILL');
    throw error;
  }
  const exited = once(child, 'exit').then(
    ([code, signal]) => String(signal ?? `exit code ${code}`),
    (error: Error) => error.message,
  );
  endWithUs(child, exited);
  return { pid: child.pid ?? 0, exited, stop: (graceMs = 10_000) => stopChild(child, exited, graceMs) };
}

async function stopChild(child: ChildProcess, exited: Promise<unknown>, graceMs: number): Promise<void> {
  child.kill('SIGTERM');
  await withTimeout(exited, graceMs).catch(() => child.kill('SIGKILL'));
  await exited;
}

const running = new Set<ChildProcess>();

/** Children end with our process, unless it is killed by SIGKILL. */
function endWithUs(child: ChildProcess, exited: Promise<unknown>): void {
  if (running.size === 0) process.once('exit', killRunning);
  running.add(child);
  void exited.then(() => {
    running.delete(child);
    if (running.size === 0) process.off('exit', killRunning);
  });
}

function killRunning(): void {
  for (const child of running) child.kill('SIGTERM');
}

/** The last lines of a log, to explain why a server did not start. */
export async function lastLines(logFile: string, count = 5): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-count).join('\n');
}

/**
 * The variables that a server needs from our environment: where programs, home and temporary files are, the language, Go's
 * settings.
 */
const needed =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TZ|LANG|LC_\w+|TMPDIR|TMP|TEMP|SYSTEMROOT|XDG_\w+|GOMAXPROCS|GOMEMLIMIT|GOGC)$/i;

/** The environment of a server that has no use for our secrets, nor for settings that are meant for our clients. */
export function serverEnvironment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(own).filter(([name]) => needed.test(name)));
}

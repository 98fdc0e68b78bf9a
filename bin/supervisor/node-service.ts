import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type BackgroundProcess, watchOver } from '../embedded/background-process.ts';
import { SetupError } from '../setup-error.ts';
import { terminalLine } from './terminal-line.ts';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';

interface NodeService {
  /** `api` or `worker`; also the name of the log file. */
  readonly name: string;
  /** The file to run, from the root of the project. */
  readonly script: string;
  /** Runs it in another way than our own Node. */
  readonly command?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
  readonly onSpawn: (pid: number) => void;
  /** Receives warnings and errors, each as a line for the terminal. */
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

const root = path.join(import.meta.dirname, '../..');
const readyTimeoutMs = 60_000;
/**
 * In MB. With V8's own, which begin at one, a start collects garbage for a tenth of its processor time; and they grow beyond, for
 * good. The image has the upper one as well (`Dockerfile`).
 */
const newSpace = ['--min-semi-space-size=16', '--max-semi-space-size=16'];

/**
 * Starts one of our own processes and waits until it says over its IPC channel that it is ready. It ends by itself
 * when that channel closes, so that it does not outlive the supervisor. Throws {@link SetupError}.
 */
export async function startNodeService(service: NodeService): Promise<BackgroundProcess> {
  const log = openLogFile(service.logFile);
  const [program = '', ...args] = service.command ?? [process.execPath, ...newSpace, service.script];
  const child = spawn(program, args, {
    cwd: root,
    env: service.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  relayOutput(child, log, service);
  const watched = watchOver(child, service.onSpawn);
  const patience = AbortSignal.any([service.signal, AbortSignal.timeout(readyTimeoutMs)]);
  const outcome = await Promise.race([
    once(child, 'message', { signal: patience }).then(
      () => 'ready',
      () => `was not ready after ${readyTimeoutMs / 1000} s`,
    ),
    watched.exited.then((how) => `ended with ${how} before it was ready`),
  ]);
  if (outcome === 'ready') return watched;
  await watched.stop();
  throw new SetupError(`The ${service.name} ${outcome}; its log is ${service.logFile}.`);
}

/** All lines go to the log; warnings and errors also to the terminal. */
function relayOutput(child: ChildProcess, log: LogFile, { name, say }: NodeService): void {
  const relay = (stream: 'stdout' | 'stderr') => {
    const input = child[stream];
    if (input === null) return;
    createInterface({ input }).on('line', (line) => {
      log.write(line);
      const shown = terminalLine(name, stream, line);
      if (shown !== undefined) say(shown);
    });
  };
  relay('stdout');
  relay('stderr');
  child.once('close', log.close);
}

interface LogFile {
  readonly write: (line: string) => void;
  readonly close: () => void;
}

/** Appends lines to a file. A line that cannot be written, on a full disk for example, is lost and harms nothing else. */
function openLogFile(file: string): LogFile {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const descriptor = openSync(file, 'a', 0o600);
  let isOpen = true;
  return {
    write(line) {
      if (!isOpen) return;
      try {
        writeSync(descriptor, `${line}\n`);
      } catch {
        // There is no other place to say it; the next line is tried again.
      }
    },
    close() {
      isOpen = false;
      closeSync(descriptor);
    },
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import { SetupError } from '../setup-error.ts';
import { lastLines, type BackgroundProcess } from './background-process.ts';

interface Launch {
  readonly title: string;
  readonly logFile: string;
  readonly start: () => BackgroundProcess;
  /** Rejects while the server is not ready. */
  readonly probe: () => Promise<void>;
  /** Without a sign of progress. */
  readonly timeoutMs: number;
  /** Whether a failed probe shows that the server is on its way; then the time limit begins anew. */
  readonly isProgress?: (error: unknown) => boolean;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds, of any clock. */
  readonly now?: () => number;
}

/** Starts a server and waits until it is ready. Throws {@link SetupError} if it ends first, or makes no progress for too long. */
export async function startWhenReady(launch: Launch): Promise<BackgroundProcess> {
  const { now = Date.now } = launch;
  const server = launch.start();
  let deadline = now() + launch.timeoutMs;
  let exit: string | undefined;
  void server.exited.then((how) => (exit = how));
  for (;;) {
    const isServing = await launch.probe().then(
      () => true,
      (error: unknown) => {
        if (launch.isProgress?.(error)) deadline = now() + launch.timeoutMs;
        return false;
      },
    );
    // If the server could not bind, another program has the port and would answer the probe.
    if (exit !== undefined) throw await failure(launch, `ended with ${exit} before it was ready`);
    if (isServing) return server;
    if (launch.signal?.aborted || now() > deadline) {
      await server.stop();
      throw await failure(launch, `was not ready after ${launch.timeoutMs / 1000} s`);
    }
    await delay(25);
  }
}

async function failure(launch: Launch, what: string): Promise<SetupError> {
  const log = await lastLines(launch.logFile);
  return new SetupError(`${launch.title} ${what}. Its log, ${launch.logFile}, ends with:\n${log}`);
}

import { setTimeout as delay } from 'node:timers/promises';
import { SetupError } from '../setup-error.ts';
import { lastLines, type BackgroundProcess } from './background-process.ts';

interface Launch {
  /** What the sentence of a failure calls the server. */
  readonly title: string;
  readonly logFile: string;
  readonly start: () => BackgroundProcess;
  /** Rejects as long as the server does not serve. */
  readonly probe: () => Promise<void>;
  readonly timeoutMs: number;
  /** Ends the wait, and the server. */
  readonly signal?: AbortSignal | undefined;
}

/** Starts a server and waits until it serves. Throws {@link SetupError} when it ends before, or takes too long. */
export async function startWhenReady(launch: Launch): Promise<BackgroundProcess> {
  const server = launch.start();
  const deadline = Date.now() + launch.timeoutMs;
  let exit: string | undefined;
  void server.exited.then((how) => (exit = how));
  for (;;) {
    const isServing = await launch.probe().then(
      () => true,
      () => false,
    );
    // A server that could not bind leaves the port to whoever holds it, and that one would answer the probe.
    if (exit !== undefined) throw await failure(launch, `ended with ${exit} before it was ready`);
    if (isServing) return server;
    if (launch.signal?.aborted || Date.now() > deadline) {
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

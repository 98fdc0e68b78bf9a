import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { readConfig } from '#platform/config.ts';
import { addressFile, readTrimmed, workspaceTokenFile } from '../supervisor/data-folder.ts';
import { SetupError } from '../setup-error.ts';

interface RunningService {
  readonly apiUrl: string;
  readonly token: string;
  /** The token as a shell expression. */
  readonly tokenInShell: string;
}

export interface DemoService extends RunningService, AsyncDisposable {
  /** True if the demo started it; disposing stops it then. */
  readonly isOwn: boolean;
}

/** The running service of this data folder, or one started for the demo. */
export async function findOrStartService(stop: AbortSignal): Promise<DemoService> {
  const dataDir = path.resolve(readConfig(process.env).DATA_DIR);
  const running = await runningService(dataDir);
  if (running !== null) return { ...running, isOwn: false, [Symbol.asyncDispose]: () => Promise.resolve() };
  const end = await startService(stop);
  const started = await runningService(dataDir);
  if (started !== null) return { ...started, isOwn: true, [Symbol.asyncDispose]: end };
  await end();
  throw new SetupError('The service is up, but not where its data folder says.');
}

/** Starts a service and waits until it is ready. Returns a function that stops it. */
async function startService(stop: AbortSignal): Promise<() => Promise<void>> {
  const child = fork(path.join(import.meta.dirname, '../start.ts'), {
    // The demo's target is on this machine.
    env: { EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8', ...process.env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const end = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  stop.addEventListener('abort', () => child.kill('SIGTERM'));
  await untilReadyLine(child.stdout, ended);
  return end;
}

/** Shows the output of the start up to its facts, and waits for the line that begins with `ready`. */
async function untilReadyLine(output: NodeJS.ReadableStream | null, ended: Promise<unknown>): Promise<void> {
  const ready = Promise.withResolvers<void>();
  let text = '';
  output?.on('data', (chunk: Buffer) => {
    const shown = upToInvitation(text).length;
    text += chunk.toString();
    process.stdout.write(upToInvitation(text).slice(shown));
    if (/^ready/m.test(text)) ready.resolve();
  });
  await Promise.race([
    ready.promise,
    ended.then(() => {
      throw new SetupError('The service ended before it was ready; what it said is above.');
    }),
  ]);
}

/** Omits the suggestions to try a service that is about to stop; a first start still shows its tokens. */
function upToInvitation(text: string): string {
  return text.split(/^ {2}Try it:/m, 1).join('');
}

async function runningService(dataDir: string): Promise<RunningService | null> {
  const [apiUrl, token] = await Promise.all(
    [addressFile, workspaceTokenFile].map((name) => readTrimmed(path.join(dataDir, name))),
  );
  if (apiUrl === undefined || token === undefined) return null;
  const response = await fetch(`${apiUrl}/readyz`).catch(() => null);
  if (response?.status !== 200) return null;
  const tokenFile = path.relative(process.cwd(), path.join(dataDir, workspaceTokenFile));
  return { apiUrl, token, tokenInShell: `$(cat ${tokenFile})` };
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { readConfig } from '../../platform/config.ts';
import { addressFile } from '../supervisor/data-folder.ts';
import { workspaceTokenFile } from '../supervisor/first-workspace.ts';
import { SetupError } from '../setup-error.ts';

export interface DemoService {
  readonly apiUrl: string;
  readonly token: string;
  readonly tokenInShell: string;
  /** Ends when the service that the demo started ends; null when it was running before. */
  readonly ended: Promise<unknown> | null;
}

/** The service on this data folder: the one that is running, or one that the demo starts and leaves running. */
export async function findOrStartService(): Promise<DemoService> {
  const dataDir = path.resolve(readConfig(process.env).DATA_DIR);
  const running = await runningService(dataDir);
  if (running !== null) return { ...running, ended: null };

  const child = fork(path.join(import.meta.dirname, '../start.ts'), {
    // The demo's target stands on this machine.
    env: { EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8', ...process.env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const ended = once(child, 'exit');
  await untilReadyLine(child.stdout, ended);
  const started = await runningService(dataDir);
  if (started === null) throw new SetupError('The service is up, but not where its data folder says.');
  return { ...started, ended };
}

async function untilReadyLine(output: NodeJS.ReadableStream | null, ended: Promise<unknown>): Promise<void> {
  const ready = Promise.withResolvers<void>();
  let text = '';
  output?.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    text += chunk.toString();
    if (/^ready/m.test(text)) ready.resolve();
  });
  await Promise.race([
    ready.promise,
    ended.then(() => {
      throw new SetupError('The service ended before it was ready; what it said is above.');
    }),
  ]);
}

async function runningService(dataDir: string): Promise<Omit<DemoService, 'ended'> | null> {
  const [apiUrl, token] = await Promise.all(
    [addressFile, workspaceTokenFile].map(async (name) =>
      (await readFile(path.join(dataDir, name), 'utf8').catch(() => '')).trim(),
    ),
  );
  if (!apiUrl || !token) return null;
  const response = await fetch(`${apiUrl}/readyz`).catch(() => null);
  if (response?.status !== 200) return null;
  const tokenFile = path.relative(process.cwd(), path.join(dataDir, workspaceTokenFile));
  return { apiUrl, token, tokenInShell: `$(cat ${tokenFile})` };
}

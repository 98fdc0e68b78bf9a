import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runQuietly } from '../embedded/run-quietly.ts';
import { SetupError } from '../setup-error.ts';

/** Settings that lead to servers of others, or belong to the service whose data was copied. */
const ofOthers =
  /^(REDIS_|TEMPORAL_|BLOBS_URL|SMTP_|OTEL_|GOOGLE_SHEETS_ID|GOOGLE_SERVICE_ACCOUNT|PUBLIC_URL|PORT|HOST|METRICS_PORT|SERVE|WORKER_|SHUTDOWN_GRACE|npm_)/;
const installMs = 15 * 60_000;

interface Version {
  /** The code: a checkout. */
  readonly folder: string;
  readonly dataDir: string;
  readonly catcherPort: number;
  readonly signal: AbortSignal;
}

/** Starts a version on a data folder with every way out shut. Rejects with what it printed where it does not get ready. */
export async function startVersion({ folder, dataDir, catcherPort, signal }: Version) {
  const launcher = path.join(folder, 'bin/launch.mjs');
  const installed = await runQuietly([process.execPath, launcher], { timeoutMs: installMs, cwd: folder });
  if (!installed.ok)
    throw new SetupError(`The packages of ${folder} are not installed: ${installed.lastLines}`);
  const kept = Object.entries(process.env).filter(([name]) => !ofOthers.test(name));
  const shut = pathToFileURL(path.join(import.meta.dirname, 'shut.mjs')).href;
  const child = spawn(process.execPath, [launcher, 'start'], {
    cwd: folder,
    env: {
      ...Object.fromEntries(kept),
      DATA_DIR: dataDir,
      PORT: '0',
      METRICS_PORT: '0',
      NODE_OPTIONS: `--import=${shut}`,
      DRILL_CATCHER_PORT: String(catcherPort),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const url = /^ready: (\S+)$/m.exec(output)?.[1];
      if (url !== undefined) ready.resolve(url);
    });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  const failed = (why: string) => ready.reject(new Error(`${why}:\n${output.trimEnd()}`));
  void exited.then(([code]) => failed(`It ended with ${code} before it was ready`));
  signal.addEventListener('abort', () => failed('It was not ready in time'));
  try {
    return { url: await ready.promise, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

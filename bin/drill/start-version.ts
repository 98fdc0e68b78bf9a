import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Environment, secretNames } from '#platform/environment.ts';
import { runQuietly } from '../embedded/run-quietly.ts';
import { SetupError } from '../setup-error.ts';

/** Settings that lead to servers of others, or belong to the service whose data was copied. */
const ofOthers =
  /^(REDIS_|TEMPORAL_|BLOBS_URL|SMTP_|OTEL_|GOOGLE_SHEETS_ID|GOOGLE_SERVICE_ACCOUNT|PUBLIC_URL|PORT|HOST|METRICS_PORT|SERVE|WORKER_|SHUTDOWN_GRACE|npm_)/;
/** Empty, so that no `.env` of the version's own folder gives them another value: it would run on what is live.
 * An empty key of Temporal still asks for TLS; without it such a version does not start. */
const blanks = Object.fromEntries(
  [...Object.keys(Environment.shape), ...secretNames]
    .flatMap((name) => [name, `${name}_FILE`])
    .filter((name) => ofOthers.test(name) && !name.startsWith('TEMPORAL_API_KEY'))
    .map((name) => [name, '']),
);
const installMs = 15 * 60_000;

interface Version {
  readonly folder: string;
  readonly dataDir: string;
  readonly catcherPort: number;
  /** The places of what no data folder has: the copy of Temporal, the bucket. */
  readonly servers: Readonly<
    Partial<Record<'TEMPORAL_ADDRESS' | 'TEMPORAL_NAMESPACE' | 'BLOBS_URL', string>>
  >;
  readonly signal: AbortSignal;
}

/** Starts a version on a data folder with every way out shut. Rejects with what it printed where it does not get ready. */
export async function startVersion({ folder, dataDir, catcherPort, servers, signal }: Version) {
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
      ...blanks,
      ...servers,
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

import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import which from 'which';
import { SetupError } from '../setup-error.ts';
import { goEnvironment } from './go-environment.ts';
import { lockFolder, ownFolder } from './own-copy.ts';
import { runQuietly } from './run-quietly.ts';
import type { SetUp } from './set-up.ts';

/** Also in docker-compose.yml. */
const version = '1.8.0';
const module = `github.com/versity/versitygw/cmd/versitygw@v${version}`;
const buildTimeoutMs = 15 * 60_000;

/** The path of a Versity S3 Gateway, or undefined. */
export async function presentS3Server(): Promise<string | undefined> {
  return (
    (await which('versitygw', { nothrow: true })) ?? (await which(ownCopy(), { nothrow: true })) ?? undefined
  );
}

/** Like {@link presentS3Server}, built with Go if there is none. Throws {@link SetupError}. */
export async function findS3Server(setUp: SetUp): Promise<string> {
  const found = await presentS3Server();
  if (found !== undefined) return found;
  const go = await which('go', { nothrow: true });
  if (go === null)
    throw new SetupError(
      'An S3 server for the tests is missing: install versitygw, or Go so that it can be built.',
    );
  await obtain(go, ownCopy(), setUp);
  return ownCopy();
}

const ownCopy = () => path.join(ownFolder(`versitygw-${version}`), 'versitygw');

/** Only one process on this machine does this at a time; others wait for its result. */
async function obtain(go: string, target: string, { log, signal }: SetUp): Promise<void> {
  const folder = path.dirname(target);
  using _lock = await lockFolder(folder, 'the S3 server', { log, signal });
  if (await which(target, { nothrow: true })) return;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  log('Building the S3 server of the tests with Go. This takes some minutes, once on this machine.');
  const temporary = await mkdtemp(path.join(folder, 'build-'));
  try {
    const result = await runQuietly([go, 'install', '-v', '-trimpath', '-ldflags', '-s -w', module], {
      timeoutMs: buildTimeoutMs,
      signal,
      env: { ...goEnvironment(temporary), GOBIN: temporary },
      onStillRunning: (seconds, lastLine) => log(`Still building the S3 server (${seconds} s): ${lastLine}`),
    });
    if (!result.ok) throw new SetupError(`The S3 server of the tests was not built: ${result.lastLines}`);
    await rename(path.join(temporary, 'versitygw'), target);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

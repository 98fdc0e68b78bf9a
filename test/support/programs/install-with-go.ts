import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import which from 'which';
import { SetupError } from '#bin/setup-error.ts';
import { goEnvironment } from '#bin/embedded/build-with-go.ts';
import { lockFolder, ownFolder } from '#bin/embedded/find-temporal.ts';
import { runQuietly } from '#bin/embedded/run-quietly.ts';
import type { SetUp } from '#bin/embedded/set-up.ts';

export interface GoProgram {
  /** The file that Go makes of it. */
  readonly name: string;
  /** Its purpose: the end of a sentence. */
  readonly title: string;
  readonly module: string;
  readonly version: string;
}

const buildTimeoutMs = 15 * 60_000;

/** The path of a program: on the PATH, or our own copy; undefined where there is neither. */
export const presentProgram = async (program: GoProgram): Promise<string | undefined> =>
  (await which(program.name, { nothrow: true })) ??
  (await which(ownCopy(program), { nothrow: true })) ??
  undefined;

/** Like {@link presentProgram}, built by `go install` if there is none. Throws {@link SetupError}. */
export async function installWithGo(program: GoProgram, setUp: SetUp): Promise<string> {
  const found = await presentProgram(program);
  if (found !== undefined) return found;
  const go = await which('go', { nothrow: true });
  const { name, title } = program;
  if (go === null)
    throw new SetupError(`${name}, ${title}, is missing: install it, or Go so that it can be built.`);
  await build(go, program, setUp);
  return ownCopy(program);
}

const folderOf = ({ name, version }: GoProgram) => ownFolder(`${name}-${version}`);
const ownCopy = (program: GoProgram) => path.join(folderOf(program), program.name);

/** Only one process on this machine does this at a time; others wait for its result. */
async function build(go: string, program: GoProgram, setUp: SetUp): Promise<void> {
  const { name, title, module, version } = program;
  const folder = folderOf(program);
  const { log, signal } = setUp;
  using _lock = await lockFolder(folder, `${name}, ${title}`, setUp);
  if (await which(ownCopy(program), { nothrow: true })) return;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  log(`Building ${name}, ${title}, with Go. This takes some minutes, once on this machine.`);
  const temporary = await mkdtemp(path.join(folder, 'build-'));
  const from = `${module}@v${version}`;
  try {
    const result = await runQuietly([go, 'install', '-v', '-trimpath', '-ldflags', '-s -w', from], {
      timeoutMs: buildTimeoutMs,
      signal,
      env: { ...goEnvironment(temporary), GOBIN: temporary },
      onStillRunning: (seconds, lastLine) => log(`Still building ${name} (${seconds} s): ${lastLine}`),
    });
    if (!result.ok) throw new SetupError(`${name}, ${title}, was not built: ${result.lastLines}`);
    await rename(path.join(temporary, name), ownCopy(program));
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

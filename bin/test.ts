import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBrowser } from '#test/support/programs/find-browser.ts';
import { installKustomize } from '#test/support/programs/find-kustomize.ts';
import { findRedis } from './embedded/find-redis.ts';
import { findS3Server } from '#test/support/programs/find-s3-server.ts';
import { findTemporal } from './embedded/find-temporal.ts';
import { installCaddy } from './embedded/install-caddy.ts';
import { installPdfPrograms } from '#test/support/programs/install-pdf-programs.ts';
import { installPromtool } from '#test/support/programs/install-promtool.ts';
import { SetupError } from './setup-error.ts';
import { countTests, noTests, secondTries, type TestCounts } from './test-counts.ts';

const root = path.join(import.meta.dirname, '..');
const setUp = { log: (sentence: string) => console.error(sentence) };

interface Run {
  readonly counts: TestCounts;
  readonly triedAgain: readonly string[];
  readonly exitCode: number;
}

const { counts, triedAgain, exitCode } = await runTests();
for (const name of triedAgain) console.log(`passed on its second try: ${name}`);
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(exitCode);

async function runTests(): Promise<Run> {
  try {
    // The tests start both themselves; installing them, which can take minutes, is done here with progress messages.
    if (!process.env['REDIS_URL']) await findRedis(setUp);
    if (!process.env['TEMPORAL_ADDRESS']) await findTemporal(setUp);
    await findBrowser(setUp).catch(withoutBrowser);
    if (process.env['CI']) {
      await installPdfPrograms(setUp);
      await installPromtool(setUp);
      await installCaddy(setUp);
      await findS3Server(setUp).catch(withoutProgram);
      await installKustomize(setUp).catch(withoutProgram);
    }
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    return { counts: noTests, triedAgain: [], exitCode: 1 };
  }
  const directory = await mkdtemp(path.join(tmpdir(), 'reveille-report-'));
  try {
    const report = path.join(directory, 'report.json');
    const code = await runVitest(report);
    const text = await readFile(report, 'utf8').catch(() => '{}');
    const counts = countTests(text);
    const isGood = code === 0 && counts.failed === 0 && counts.passed > 0;
    return { counts, triedAgain: secondTries(text, root), exitCode: isGood ? 0 : code || 1 };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The reference page is tested in a browser; without one, these tests count as skipped outside CI. */
function withoutBrowser(error: unknown): void {
  if (!(error instanceof SetupError) || process.env['CI']) throw error;
  console.error(`${error.message} Without one its tests are skipped.`);
}

/** Blobs are tested on a folder all the same; manifests are not rendered then. */
function withoutProgram(error: unknown): void {
  if (!(error instanceof SetupError)) throw error;
  console.error(`${error.message} Without it its tests are skipped.`);
}

/** Runs all projects and shows their output. Returns the exit code; 1 if a signal ended the run. */
async function runVitest(report: string): Promise<number> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['node_modules/vitest/vitest.mjs', '--run', ...reporters, ...process.argv.slice(2)];
  const vitest = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => vitest.kill(signal));
  const [code] = await once(vitest, 'exit');
  return typeof code === 'number' ? code : 1;
}

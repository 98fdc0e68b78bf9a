import { existsSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../setup-error.ts';
import { readTrimmed } from '../supervisor/data-folder.ts';
import { reasonOf } from '../supervisor/reason-of.ts';
import { adminTokenFile } from '../supervisor/resolve-startup.ts';
import { startCatcher } from './catcher.ts';
import { checks } from './checks.ts';
import { copyData } from './copy-data.ts';
import { createOwners } from './service.ts';
import { startVersion } from './start-version.ts';

/** From the start of the version on. */
const withinMs = 120_000;

interface Settings {
  readonly source: string;
  /** An empty folder. */
  readonly copy: string;
  /** The code of the version that is tried. */
  readonly folder: string;
  /** Given where it is not the one of the data folder. */
  readonly adminToken: string | undefined;
  readonly say: (sentence: string) => void;
}

/** Tries a version on a copy of live data, with every way out shut. Whether it would do, and says why. */
export async function runDrill({ source, copy, folder, adminToken, say }: Settings): Promise<boolean> {
  if (!existsSync(path.join(source, 'redis')))
    throw new SetupError(`There is no data of Reveille in ${source}: name its folder in DATA_DIR.`);
  const open = await copyData(source, copy);
  say(`Copied ${source}; ${open.length} runs were under way.`);
  const catcher = await startCatcher();
  const signal = AbortSignal.timeout(withinMs);
  let isYes = true;
  const no = (what: string, error: unknown) => {
    isYes = false;
    say(`no   ${what}: ${signal.aborted ? 'not within two minutes' : reasonOf(error)}`);
  };
  try {
    const started = await startVersion({ folder, dataDir: copy, catcherPort: catcher.port, signal });
    try {
      const operator = adminToken ?? (await readTrimmed(path.join(copy, adminTokenFile))) ?? '';
      const drilled = { url: started.url, adminToken: operator, signal };
      const drill = { ...drilled, open, caught: catcher.caught, ownerOf: createOwners(drilled) };
      for (const [what, check] of Object.entries(checks))
        await check(drill).then(
          (found) =>
            say(found === null ? `-    ${what}: there is none in the data` : `yes  ${what}: ${found}`),
          (error: unknown) => no(what, error),
        );
    } finally {
      await started.stop();
    }
  } catch (error) {
    no('the start', error);
  } finally {
    await catcher.close();
  }
  say(isYes ? 'Yes: this version takes up the data.' : 'No: this version must not be started on the data.');
  return isYes;
}

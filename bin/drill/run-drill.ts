import path from 'node:path';
import { openBlobs } from '#blobs/open.ts';
import { createS3Blobs, type S3Settings } from '#blobs/s3.ts';
import { readTrimmed } from '../supervisor/data-folder.ts';
import { reasonOf } from '../supervisor/reason-of.ts';
import { adminTokenFile } from '../supervisor/resolve-startup.ts';
import { startCatcher } from './catcher.ts';
import { checks } from './checks.ts';
import { copyData, type Source } from './copy-data.ts';
import { overlayBlobs } from './overlaid-blobs.ts';
import { serveBlobs } from './serve-blobs.ts';
import { createOwners } from './service.ts';
import { startVersion } from './start-version.ts';
import { checkTemporalCopy } from './temporal-copy.ts';

/** From the start of the version on. */
const withinMs = 120_000;

interface Settings {
  readonly source: Source;
  /** A Temporal onto which the live one was restored; undefined where the data folder has its database. */
  readonly temporalCopy: string | undefined;
  readonly temporalNamespace: string | undefined;
  /** Undefined where blobs are files of the data folder. */
  readonly bucket: S3Settings | undefined;
  readonly copy: string;
  /** The code of the version that is tried. */
  readonly folder: string;
  /** Given where it is not the one of the data folder. */
  readonly adminToken: string | undefined;
  readonly say: (sentence: string) => void;
}

/** Tries a version on a copy of live data, with every way out shut. Whether it would do, and says why. */
export async function runDrill(settings: Settings): Promise<boolean> {
  const { source, copy, folder, adminToken, temporalCopy, bucket, say } = settings;
  const TEMPORAL_NAMESPACE = settings.temporalNamespace ?? 'default';
  const TEMPORAL_ADDRESS = temporalCopy && (await checkTemporalCopy(temporalCopy, TEMPORAL_NAMESPACE));
  const open = await copyData(source, copy);
  say(`Copied the records; ${open.length} runs were under way.`);
  const overlaid = bucket && overlayBlobs(createS3Blobs(bucket), openBlobs({ DATA_DIR: copy }));
  const served = overlaid && (await serveBlobs(overlaid.blobs));
  const servers = {
    TEMPORAL_NAMESPACE,
    ...(TEMPORAL_ADDRESS !== undefined && { TEMPORAL_ADDRESS }),
    ...(served !== undefined && { BLOBS_URL: served.url }),
  };
  const catcher = await startCatcher();
  const signal = AbortSignal.timeout(withinMs);
  let isYes = true;
  const no = (what: string, error: unknown) => {
    isYes = false;
    say(`no   ${what}: ${signal.aborted ? 'not within two minutes' : reasonOf(error)}`);
  };
  try {
    const started = await startVersion({ folder, dataDir: copy, catcherPort: catcher.port, servers, signal });
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
    await served?.close();
  }
  if (overlaid !== undefined)
    say(`The bucket was only read; ${overlaid.deleted.size} deletions were noted, and none was made.`);
  say(isYes ? 'Yes: this version takes up the data.' : 'No: this version must not be started on the data.');
  return isYes;
}

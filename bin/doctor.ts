import path from 'node:path';
import { parseArgs } from 'node:util';

import { createBlobsProbe } from '#blobs/probe.ts';
import { openBlobs } from '#blobs/open.ts';
import { ConfigError, readConfig } from '#platform/config.ts';
import { jobsArea } from '#store/jobs/names.ts';
import { alertLooks } from './doctor/alert-path.ts';
import { type Look, well } from './doctor/finding.ts';
import { composeLimitsLook } from './doctor/compose-limits.ts';
import { diskRateLook } from './doctor/disk-rate.ts';
import { machineLooks } from './doctor/machine.ts';
import { publicUrlLook } from './doctor/public-url.ts';
import { redisLooks } from './doctor/redis.ts';
import { runLooks } from './doctor/run-looks.ts';
import { temporalLooks } from './doctor/temporal.ts';
import { readEnvFile } from './read-env-file.ts';
import { readTrimmed } from './supervisor/data-folder.ts';
import { masterKeysFile } from './supervisor/resolve-startup.ts';
import { runningRedisUrl } from './supervisor/running-redis.ts';

// npm run doctor                 what the service needs, a line each; in an image: node bin/doctor.ts
// npm run doctor -- --before     before the service itself is started
//   --prometheus URL             whether it is scraped there      --alertmanager URL    a test alert
try {
  const options = {
    before: { type: 'boolean' },
    prometheus: { type: 'string' },
    alertmanager: { type: 'string' },
  } as const;
  const { before: isBefore = false, prometheus, alertmanager } = parseArgs({ options }).values;
  readEnvFile();
  const dataDir = path.resolve(readConfig(process.env).DATA_DIR);
  const keys = process.env['MASTER_KEYS']?.trim() || (await readTrimmed(path.join(dataDir, masterKeysFile)));
  const config = readConfig({ ...process.env, MASTER_KEYS: keys });
  const redis = redisLooks(config.REDIS_URL ?? (await runningRedisUrl(dataDir)), config.REDIS_MIN_REPLICAS);
  const temporal = temporalLooks(config.TEMPORAL_ADDRESS, isBefore);
  const blobs: Look = {
    what: 'blobs',
    otherwise:
      'Look at BLOBS_URL (BLOBS_URL_FILE), its key and its bucket, or the folder DATA_DIR: PDFs are answered 500 and nothing is archived.',
    look: async () => {
      await createBlobsProbe({
        blobs: openBlobs(config),
        area: jobsArea,
        logger: { error: () => undefined },
      })();
      return well('an object was written, read and deleted');
    },
  };
  const publicUrl = {
    publicUrl: config.PUBLIC_URL,
    proxyHops: config.TRUSTED_PROXY_HOPS,
    masterKeys: config.MASTER_KEYS,
    isBefore,
  };
  const looks = [
    ...redis.looks,
    blobs,
    ...temporal.looks,
    ...machineLooks(dataDir),
    diskRateLook(dataDir),
    composeLimitsLook(config.TEMPORAL_ADDRESS),
    publicUrlLook(publicUrl),
    ...alertLooks({ prometheus, alertmanager, smtpUrl: config.SMTP_URL, isBefore }),
  ];
  const isWell = await runLooks(looks, (sentence) => console.log(sentence));
  await Promise.all([redis.close(), temporal.close()]);
  console.log(isWell ? 'Yes: all that was looked at is well.' : 'No: what is to do stands below each "no".');
  process.exit(isWell ? 0 : 1);
} catch (error) {
  console.error(error instanceof ConfigError || error instanceof TypeError ? error.message : error);
  process.exit(2);
}

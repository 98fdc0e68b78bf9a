import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '#platform/config.ts';
import { runDrill } from './drill/run-drill.ts';
import { readEnvFile } from './read-env-file.ts';
import { sourceOf } from './drill/source.ts';
import { SetupError } from './setup-error.ts';

const isUnknownOption = (error: unknown): error is TypeError =>
  error instanceof TypeError && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION';

// - npm run drill                        this version on a copy of the data of DATA_DIR, REDIS_URL and BLOBS_URL
// - npm run drill -- --with FOLDER       the version in another folder
// - … --redis FILE                       records of an RDB file, or of a folder `appendonlydir`
// - … --temporal HOST:PORT               a Temporal onto which yours was restored, and that nobody uses (TEMPORAL_ADDRESS)
try {
  readEnvFile();
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { with: text, redis: text, temporal: text } });
  const config = readConfig(process.env);
  const source = await sourceOf(config, values);
  const copy = await mkdtemp(path.join(tmpdir(), 'reveille-drill-'));
  try {
    const isYes = await runDrill({
      source,
      copy,
      folder: path.resolve(values.with ?? path.join(import.meta.dirname, '..')),
      adminToken: config.ADMIN_TOKEN,
      temporalCopy: values.temporal,
      temporalNamespace: process.env['TEMPORAL_NAMESPACE']?.trim() || undefined,
      bucket: config.BLOBS_URL,
      say: (sentence) => console.log(sentence),
    });
    process.exitCode = isYes ? 0 : 1;
  } finally {
    await rm(copy, { recursive: true, force: true, maxRetries: 3 });
  }
} catch (error) {
  const isExplained = error instanceof ConfigError || error instanceof SetupError || isUnknownOption(error);
  console.error(isExplained ? error.message : error);
  process.exitCode = 1;
}
process.exit();

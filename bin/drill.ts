import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '#platform/config.ts';
import { runDrill } from './drill/run-drill.ts';
import { readEnvFile } from './read-env-file.ts';
import { SetupError } from './setup-error.ts';

// npm run drill                        this version on a copy of the data of DATA_DIR
// npm run drill -- --with FOLDER       the version in another folder
try {
  readEnvFile();
  const { values } = parseArgs({ options: { with: { type: 'string' } } });
  const config = readConfig(process.env);
  if (config.REDIS_URL !== undefined || config.TEMPORAL_ADDRESS !== undefined)
    throw new SetupError(
      'The drill copies a data folder: name one in DATA_DIR, and neither REDIS_URL nor TEMPORAL_ADDRESS.',
    );
  const copy = await mkdtemp(path.join(tmpdir(), 'reveille-drill-'));
  try {
    const isYes = await runDrill({
      source: path.resolve(config.DATA_DIR),
      copy,
      folder: path.resolve(values.with ?? path.join(import.meta.dirname, '..')),
      adminToken: config.ADMIN_TOKEN,
      say: (sentence) => console.log(sentence),
    });
    process.exitCode = isYes ? 0 : 1;
  } finally {
    await rm(copy, { recursive: true, force: true, maxRetries: 3 });
  }
} catch (error) {
  const isExplained = error instanceof ConfigError || error instanceof SetupError;
  console.error(isExplained ? error.message : error);
  process.exitCode = 1;
}
process.exit();

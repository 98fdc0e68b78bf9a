import { ConfigError, readConfig } from '../platform/config.ts';
import { readEnvFile } from './read-env-file.ts';
import { SetupError } from './setup-error.ts';
import { openDataFolder } from './supervisor/data-folder.ts';
import { runReveille } from './supervisor/run-reveille.ts';
import { stopSignal } from './supervisor/stop-signal.ts';

// Writing to a closed terminal fails; the servers keep running until they are stopped.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const stop = stopSignal();
try {
  readEnvFile();
  const config = readConfig(process.env);
  const data = await openDataFolder(config.DATA_DIR);
  try {
    await runReveille({ config, env: process.env, data, stop, say: (sentence) => console.log(sentence) });
  } finally {
    data.release();
  }
  process.exit(0);
} catch (error) {
  const isExplained = error instanceof ConfigError || error instanceof SetupError;
  console.error(isExplained ? error.message : error);
  process.exit(1);
}

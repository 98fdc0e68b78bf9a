import { ConfigError, readConfig } from '#platform/config.ts';
import { readEnvFile } from './read-env-file.ts';
import { SetupError } from './setup-error.ts';
import { openWithRoom } from './supervisor/open-with-room.ts';
import { stopSignal } from './supervisor/stop-signal.ts';

// Writing to a closed terminal fails; the servers keep running until they are stopped.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const stop = stopSignal();
const say = (sentence: string) => console.log(sentence);
try {
  readEnvFile();
  const config = readConfig(process.env);
  const data = await openWithRoom(config.DATA_DIR, { stop, say });
  try {
    if (data !== undefined && !stop.aborted) {
      // A start that is refused before does not load it.
      const { runReveille } = await import('./supervisor/run-reveille.ts');
      await runReveille({ config, env: process.env, data, stop, say });
    }
  } finally {
    data?.release();
  }
  process.exit(0);
} catch (error) {
  const isExplained = error instanceof ConfigError || error instanceof SetupError;
  console.error(isExplained ? error.message : error);
  process.exit(1);
}

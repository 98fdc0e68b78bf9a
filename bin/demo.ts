import { ConfigError } from '#platform/config.ts';
import { findOrStartService } from './demo/service.ts';
import { runDemo } from './demo/run-demo.ts';
import { readEnvFile } from './read-env-file.ts';
import { SetupError } from './setup-error.ts';
import { stopSignal } from './supervisor/stop-signal.ts';

const say = (text: string) => console.log(text);
const stop = stopSignal();

try {
  readEnvFile();
  await demo();
  process.exit(0);
} catch (error) {
  const isExplained = error instanceof SetupError || error instanceof ConfigError;
  // Later failures are consequences of the abort.
  if (stop.aborted) console.error('The demo was stopped.');
  else console.error(isExplained ? error.message : error);
  process.exit(1);
}

/** Runs the demo on the running service, or on one that is started for the demo alone. */
async function demo(): Promise<void> {
  await using service = await findOrStartService(stop);
  stop.throwIfAborted();
  const stopped = Promise.withResolvers<never>();
  stop.addEventListener('abort', () => stopped.reject(stop.reason));
  await Promise.race([runDemo({ ...service, say }), stopped.promise]);
  if (service.isOwn) say('\nThe demo stops the service that it started. "npm start" starts it again.');
}

import { ConfigError } from '../platform/config.ts';
import { findOrStartService } from './demo/service.ts';
import { tellStory } from './demo/story.ts';
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
  console.error(error instanceof SetupError || error instanceof ConfigError ? error.message : error);
  process.exit(1);
}

/** Tells the story on the running service, or on one that is there for the story alone. */
async function demo(): Promise<void> {
  await using service = await findOrStartService(stop);
  const stopped = Promise.withResolvers<never>();
  stop.addEventListener('abort', () => stopped.reject(new SetupError('The demo was stopped.')));
  await Promise.race([tellStory({ ...service, say }), stopped.promise]);
  if (service.isOwn) say('\nThe demo stops the service that it started. "npm start" starts it again.');
}

import { ConfigError } from '../platform/config.ts';
import { findOrStartService } from './demo/service.ts';
import { tellStory } from './demo/story.ts';
import { SetupError } from './setup-error.ts';

const say = (text: string) => console.log(text);

try {
  const service = await findOrStartService();
  await tellStory({ ...service, say });
  if (service.ended !== null) {
    say('\nThe service goes on; Ctrl-C stops it.');
    await service.ended;
  }
} catch (error) {
  console.error(error instanceof SetupError || error instanceof ConfigError ? error.message : error);
  process.exit(1);
}

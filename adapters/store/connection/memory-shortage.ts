import type { Redis } from './connect.ts';
import { readTightest } from './memory.ts';

const freshMs = 1_000;
/** From here on what has ended is archived, whatever its age. */
const archiveFrom = 0.4;

/** Whether the memory of Redis runs short. Read at most once a second; one without `maxmemory` never does. */
export function createMemoryShortage({ redis }: { readonly redis: Redis }) {
  let readAtMs = -Infinity;
  let reading = Promise.resolve(false);

  return function isMemoryShort(): Promise<boolean> {
    if (Date.now() - readAtMs >= freshMs) {
      readAtMs = Date.now();
      reading = readTightest(redis).then(
        (memory) => memory !== null && memory.used >= memory.max * archiveFrom,
      );
      reading.catch(() => undefined);
    }
    return reading;
  };
}

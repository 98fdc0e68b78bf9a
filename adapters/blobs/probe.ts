import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

import type { Blobs } from './blobs.ts';

interface Deps {
  readonly blobs: Blobs;
  /** Holds the object of a probe, and of one that a crash cut off: something must remove what is old there. */
  readonly area: string;
  /** Told of each probe that failed. */
  readonly logger: { readonly error: (members: object, message: string) => void };
  /** Milliseconds, of any clock. */
  readonly now?: () => number;
}

/** A probe costs three requests, of which some servers charge each; one that failed is tried again while its cause is mended. */
const freshMs = { ready: 60_000, failed: 5_000 };

/**
 * Rejects while a small object cannot be written, read and deleted: a server that answers may still store nothing. However
 * often it is called, the store is asked once in a minute, and once in five seconds where that failed.
 */
export function createBlobsProbe({ blobs, area, logger, now = Date.now }: Deps): () => Promise<void> {
  let freshUntilMs = -Infinity;
  let probing: Promise<void> = Promise.resolve();

  async function probe(): Promise<void> {
    const [key, content] = [`${area}/probe-${randomUUID()}`, randomUUID()];
    let state: keyof typeof freshMs = 'failed';
    try {
      await blobs.put(key, new Blob([content]));
      const stored = await blobs.get(key);
      const isWhole = stored !== undefined && (await buffer(stored.stream)).toString() === content;
      await blobs.delete(key);
      if (!isWhole) throw new Error('The blob store did not give back what was stored.');
      state = 'ready';
    } catch (error) {
      logger.error({ part: 'blobs', error }, 'no file can be stored, read and deleted');
      throw error;
    } finally {
      freshUntilMs = now() + freshMs[state];
    }
  }

  return () => {
    if (now() < freshUntilMs) return probing;
    freshUntilMs = Infinity;
    return (probing = probe());
  };
}

import { buffer } from 'node:stream/consumers';

import type { Blobs } from '#blobs/blobs.ts';
import { DomainError } from '#domain/domain-error.ts';
import { withTimeout } from '#domain/with-timeout.ts';

/** A caller waits for it. */
const readMsMax = 15_000;
const retryAfterSeconds = 10;

/** The bytes of an archived delivery; undefined where there is no such blob. Throws ARCHIVE_UNAVAILABLE. */
export async function readBlob(blobs: Blobs, key: string): Promise<Buffer | undefined> {
  try {
    return await withTimeout(bytesOf(blobs, key), readMsMax);
  } catch {
    throw new DomainError(
      'ARCHIVE_UNAVAILABLE',
      'The delivery is archived, and the store of archived deliveries does not answer',
      { retryAfterSeconds },
    );
  }
}

async function bytesOf(blobs: Blobs, key: string): Promise<Buffer | undefined> {
  const blob = await blobs.get(key);
  return blob === undefined ? undefined : await buffer(blob.stream);
}

export const isArchiveUnavailable = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'ARCHIVE_UNAVAILABLE';

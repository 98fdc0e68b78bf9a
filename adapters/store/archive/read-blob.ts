import { buffer } from 'node:stream/consumers';

import type { Blobs } from '#blobs/blobs.ts';
import { DomainError } from '#domain/domain-error.ts';

/** A caller waits for it. */
const readMsMax = 15_000;
const retryAfterSeconds = 10;

/** The bytes of an archived delivery; undefined where there is no such blob. Throws ARCHIVE_UNAVAILABLE. */
export async function readBlob(blobs: Blobs, key: string): Promise<Buffer | undefined> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`No answer within ${readMsMax} ms`)), readMsMax);
  try {
    return await Promise.race([bytesOf(blobs, key), late.promise]);
  } catch {
    throw new DomainError(
      'ARCHIVE_UNAVAILABLE',
      'The delivery is archived, and the store of archived deliveries does not answer',
      { retryAfterSeconds },
    );
  } finally {
    clearTimeout(timer);
  }
}

async function bytesOf(blobs: Blobs, key: string): Promise<Buffer | undefined> {
  const blob = await blobs.get(key);
  return blob === undefined ? undefined : await buffer(blob.stream);
}

export const isArchiveUnavailable = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'ARCHIVE_UNAVAILABLE';

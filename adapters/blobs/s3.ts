import { createWriteStream, openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

import { S3mini, S3NetworkError, S3ServiceError } from 's3mini';

import type { Blobs, StoredBlob } from './blobs.ts';
import { partsOfKey } from './key.ts';

export interface S3Settings {
  /** Without the bucket. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** For one request with its content: 50 MB at 14 Mbit/s. */
const requestTimeoutMs = 30_000;
const listedAtOnce = 1_000;

/** Blobs as objects of a bucket, by any server that speaks the API of S3. */
export function createS3Blobs(settings: S3Settings): Blobs {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
  const s3 = new S3mini({
    endpoint: `${endpoint}/${bucket}`,
    region,
    accessKeyId,
    secretAccessKey,
    requestAbortTimeout: requestTimeoutMs,
  });

  async function put(key: string, content: Blob): Promise<void> {
    const object = objectOf(key);
    await twice(() => s3.putObject(object, content));
  }

  async function get(key: string): Promise<StoredBlob | undefined> {
    const object = objectOf(key);
    const response = await twice(() => s3.getObjectResponse(object));
    if (response?.body == null) return undefined;
    const sizeBytes = Number(response.headers.get('content-length'));
    return { stream: Readable.fromWeb(response.body as ReadableStream), sizeBytes };
  }

  return {
    put,
    async putFile(key, path) {
      await put(key, await openAsBlob(path));
      await rm(path, { force: true });
    },
    get,
    async getFile(key, path) {
      const blob = await get(key);
      if (blob === undefined) return false;
      await pipeline(blob.stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      return true;
    },
    async delete(key) {
      const object = objectOf(key);
      await twice(() => s3.deleteObject(object)).catch(ignoreMissing);
    },
    async *list(area) {
      let token: string | undefined;
      do {
        const page = await twice(() => s3.listObjectsPaged('/', `${area}/`, listedAtOnce, token));
        if (!page) throw new Error('The bucket of BLOBS_URL does not exist.');
        for (const { Key: key, LastModified: storedAt } of page.objects ?? [])
          yield { key, storedAtMs: new Date(storedAt).getTime() };
        token = page.nextContinuationToken;
      } while (token !== undefined);
    },
  };
}

function objectOf(key: string): string {
  partsOfKey(key);
  return key;
}

/** Every request can be repeated; the server may have closed an idle connection, or be busy for a moment. */
async function twice<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!isPassing(error)) throw error;
    return await request();
  }
}

/** `fetch` throws a TypeError where there is no answer. */
const isPassing = (error: unknown) =>
  error instanceof TypeError ||
  error instanceof S3NetworkError ||
  (error instanceof S3ServiceError && error.status >= 500);

/** Some servers answer so to the deletion of what is not there. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof S3ServiceError && error.status === 404)) throw error;
}

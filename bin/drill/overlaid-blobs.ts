import type { Blobs } from '#blobs/blobs.ts';

/**
 * A bucket that is only read, under a store that takes what is written. Deletions are noted: what is deleted is gone for who
 * reads here alone.
 */
export function overlayBlobs(bucket: Pick<Blobs, 'get' | 'list'>, written: Blobs) {
  const deleted = new Set<string>();
  const blobs: Pick<Blobs, 'put' | 'get' | 'delete' | 'list'> = {
    async put(key, content) {
      await written.put(key, content);
      deleted.delete(key);
    },
    get: async (key) =>
      deleted.has(key) ? undefined : ((await written.get(key)) ?? (await bucket.get(key))),
    async delete(key) {
      await written.delete(key);
      deleted.add(key);
    },
    async *list(area) {
      const seen = new Set<string>();
      for (const store of [written, bucket])
        for await (const blob of store.list(area)) {
          if (seen.has(blob.key) || deleted.has(blob.key)) continue;
          if (store === written) seen.add(blob.key);
          yield blob;
        }
    },
  };
  return { blobs, deleted: deleted as ReadonlySet<string> };
}

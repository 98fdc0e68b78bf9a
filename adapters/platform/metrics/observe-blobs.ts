import type { Blobs } from '#blobs/blobs.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from './create-metrics.ts';

/** Counts what is stored, read and deleted, and logs what fails; a read counts until its bytes begin to come. */
export function observeBlobs(
  blobs: Blobs,
  { blobSeconds }: Pick<Metrics, 'blobSeconds'>,
  logger: Pick<Logger, 'warn'>,
): Blobs {
  async function observed<T>(operation: string, work: () => Promise<T>, resultOf: (value: T) => string) {
    const startedAt = performance.now();
    const observe = (result: string) =>
      blobSeconds.observe({ operation, result }, (performance.now() - startedAt) / 1_000);
    let value;
    try {
      value = await work();
    } catch (error) {
      observe('failed');
      logger.warn({ operation, error }, 'blob store failed');
      throw error;
    }
    observe(resultOf(value));
    return value;
  }

  const done = () => 'done';
  return {
    ...blobs,
    put: (key, content) => observed('put', () => blobs.put(key, content), done),
    putFile: (key, path) => observed('put', () => blobs.putFile(key, path), done),
    getFile: (key, path) =>
      observed(
        'get',
        () => blobs.getFile(key, path),
        (isThere) => (isThere ? 'done' : 'absent'),
      ),
    get: (key) =>
      observed(
        'get',
        () => blobs.get(key),
        (blob) => (blob === undefined ? 'absent' : 'done'),
      ),
    delete: (key) => observed('delete', () => blobs.delete(key), done),
  };
}

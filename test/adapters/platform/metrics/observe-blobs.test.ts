import { expect, test } from 'vitest';

import { openBlobs } from '#blobs/open.ts';
import { createMetrics } from '#platform/metrics/create-metrics.ts';
import { observeBlobs } from '#platform/metrics/observe-blobs.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

test('operations on blobs are counted by their result, without keys', async () => {
  const metrics = createMetrics('worker');
  const warnings: object[] = [];
  const logger = { warn: (about: object) => void warnings.push(about) };
  const folder = openBlobs({ DATA_DIR: await temporaryFolder('reveille-blobs-') });
  const refusing = { ...folder, put: () => Promise.reject(new Error('the bucket is full')) };
  const blobs = observeBlobs(folder, metrics, logger);
  await blobs.put('area/key-of-it', new Blob(['content']));
  const read = await blobs.get('area/key-of-it');
  read?.stream.destroy();
  await blobs.get('area/none');
  await blobs.delete('area/key-of-it');
  await expect(observeBlobs(refusing, metrics, logger).put('area/other', new Blob(['x']))).rejects.toThrow(
    'full',
  );
  const page = await metrics.registry.metrics();
  const counts = page.split('\n').filter((line) => line.startsWith('reveille_blob_operation_seconds_count'));
  expect(counts.toSorted()).toEqual(
    [
      'reveille_blob_operation_seconds_count{operation="put",result="done"} 1',
      'reveille_blob_operation_seconds_count{operation="get",result="done"} 1',
      'reveille_blob_operation_seconds_count{operation="get",result="absent"} 1',
      'reveille_blob_operation_seconds_count{operation="delete",result="done"} 1',
      'reveille_blob_operation_seconds_count{operation="put",result="failed"} 1',
    ].toSorted(),
  );
  expect(page).not.toContain('key-of-it');
  expect(warnings).toEqual([
    { operation: 'put', error: expect.objectContaining({ message: 'the bucket is full' }) },
  ]);
});

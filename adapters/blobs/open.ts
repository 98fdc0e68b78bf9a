import path from 'node:path';

import type { Blobs } from './blobs.ts';
import { createFolderBlobs } from './folder.ts';
import { createS3Blobs, type S3Settings } from './s3.ts';

/** The blob store of the settings: a bucket where one is named, else a folder of the data folder. */
export const openBlobs = ({
  BLOBS_URL: bucket,
  DATA_DIR: dataDir,
}: {
  readonly BLOBS_URL?: S3Settings | undefined;
  readonly DATA_DIR: string;
}): Blobs =>
  bucket === undefined
    ? createFolderBlobs({ folder: path.resolve(dataDir, 'blobs') })
    : createS3Blobs(bucket);

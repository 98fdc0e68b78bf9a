import type { Blobs } from '#blobs/blobs.ts';

/** For tests in which nothing is archived. */
export const noBlobs: Blobs = {
  put: () => Promise.reject(new Error('There is no blob store in this test.')),
  putFile: () => Promise.reject(new Error('There is no blob store in this test.')),
  get: () => Promise.resolve(undefined),
  getFile: () => Promise.resolve(false),
  delete: () => Promise.resolve(),
  list: async function* none() {},
};

import { expect, test } from 'vitest';

import { memoryShares } from '#compute/memory.ts';

const gibibyte = 2 ** 30;

test.each([
  [1, 2, 134, 3_120, 2, 671, 1],
  [2, 16, 134, 6_241, 2, 1_342, 2],
  [8, 16, 134, 20_000, 8, 1_500, 3],
  [64, 4, 134, 20_000, 3, 1_500, 3],
])(
  '%i GiB and %i cores: what a process takes on follows from its memory',
  (size, cores, bodies, connections, heavyThreads, image, pdfs) => {
    const shares = memoryShares(size * gibibyte, cores);
    expect([
      Math.floor(shares.bodyBytes / 1e6),
      shares.connections,
      shares.heavyThreads,
      Math.floor(shares.imageProcessBytes / 1e6),
      shares.pdfProcesses(3),
    ]).toEqual([bodies, connections, heavyThreads, image, pdfs]);
  },
);

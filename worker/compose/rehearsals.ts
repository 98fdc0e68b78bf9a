import type { Blobs } from '#blobs/blobs.ts';
import { createCases } from '#store/case/cases.ts';
import type { Redis } from '#store/connection/connect.ts';
import { createRecordedRuns } from '#store/rehearsal/recorded-runs.ts';
import { createRehearsals } from '#store/rehearsal/rehearsals.ts';
import { createRehearsedRun } from '#store/run/rehearsed-run.ts';

/** The records of rehearsals, and the runs that they play. */
export const composeRehearsals = ({ redis, blobs }: { readonly redis: Redis; readonly blobs: Blobs }) => ({
  cases: createCases({ redis }),
  openRehearsedRun: (given: Parameters<typeof createRehearsedRun>[1]) => createRehearsedRun(redis, given),
  recordedRuns: createRecordedRuns({ redis, blobs }),
  rehearsals: createRehearsals({ redis }),
});

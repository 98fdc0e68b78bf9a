import { z } from 'zod';

import type { Redis } from '../connection/connect.ts';
import { json } from '../records/fields.ts';

/** A worker's message about a job; `result` is the return value of its activity. */
export const ResultMessage = json(z.object({ jobId: z.string(), result: z.unknown() }));

export interface ResultMessages {
  /** Tells the process that listens on the channel; a message that cannot be sent is lost. */
  tell(channel: string, jobId: string, result: object): void;
}

/** Tells results of jobs as soon as they are stored. Whoever misses one has it from Temporal, a moment later. */
export const createResultMessages = ({ redis }: { readonly redis: Redis }): ResultMessages => ({
  tell(channel, jobId, result) {
    redis.publish(channel, JSON.stringify({ jobId, result })).catch(() => undefined);
  },
});

/** A stop is over within this, whatever is under way; docker-compose.yml grants it to each container of ours. */
export const stopMs = 30_000;

/**
 * What each process gets from its signal until it is killed, in the order in which `npm start` stops them: intake first,
 * the data last. Together they stay below {@link stopMs}.
 */
export const killAfterMs = { api: 9_000, worker: 13_000, temporal: 4_000, redis: 3_000 } as const;

/** What a process of ours may use to close what it opened: it ends by itself before it is killed. */
export const closeWithinMs = { api: killAfterMs.api - 500, worker: killAfterMs.worker - 500 } as const;

/** Activities under way may end by themselves, and are cut off in time for the connections to be closed. */
export const workerStopMs = {
  grace: closeWithinMs.worker - 4_500,
  force: closeWithinMs.worker - 1_500,
} as const;

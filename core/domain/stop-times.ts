/** A stop takes at most this long; docker-compose.yml grants it to each of our containers. */
export const stopMs = 30_000;

/**
 * The time of each process from its signal until it is killed, in the order in which `npm start` stops them: intake first,
 * the data last. Together they stay below {@link stopMs}.
 */
export const killAfterMs = { api: 9_000, worker: 13_000, temporal: 4_000, redis: 3_000 } as const;

/** The time of a worker beyond its grace: first activities that were cut off report so, then connections are closed. */
const cutOffMs = 3_000;
const disconnectMs = 1_500;

/** The time of a process of ours for closing its connections: it ends by itself before it is killed. */
export const closeWithinMs = { api: killAfterMs.api - 500, worker: killAfterMs.worker - 500 } as const;

/** The grace of a worker under `npm start`, and where none is set: it fits into {@link closeWithinMs}. */
export const workerGraceMs = closeWithinMs.worker - cutOffMs - disconnectMs;

/**
 * The stop of a worker: activities under way may end by themselves for `graceMs`, are then cut off and tried elsewhere,
 * and are abandoned at `forceMs`. At `closeWithinMs` the process is over.
 */
export const workerStop = (graceMs: number) => ({
  graceMs,
  forceMs: graceMs + cutOffMs,
  closeWithinMs: graceMs + cutOffMs + disconnectMs,
});

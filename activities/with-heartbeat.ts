import { activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';

const heartbeatEveryMs = 3_000;

/** Tells Temporal that the worker lives while `work` waits for another system; its signal ends with the activity. */
export async function withHeartbeat<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  if (activityInfo().isLocal) return await work(cancellationSignal());
  const timer = setInterval(() => heartbeat(), heartbeatEveryMs);
  try {
    return await work(cancellationSignal());
  } finally {
    clearInterval(timer);
  }
}

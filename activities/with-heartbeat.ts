import { activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';

const heartbeatEveryMs = 3_000;

/** Sends heartbeats while `work` waits for another system; its signal aborts when the activity is cancelled. */
export async function withHeartbeat<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  if (activityInfo().isLocal) return await work(cancellationSignal());
  const timer = setInterval(() => heartbeat(), heartbeatEveryMs);
  try {
    return await work(cancellationSignal());
  } finally {
    clearInterval(timer);
  }
}

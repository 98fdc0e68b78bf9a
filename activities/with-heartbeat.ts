import { activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';

const heartbeatEveryMs = 3_000;

/**
 * Sends heartbeats while `work` waits for another system; its signal aborts when the activity is cancelled. Each heartbeat
 * carries the `progress` so far, small and free of secrets: a later attempt finds it in `activityInfo().heartbeatDetails`.
 */
export async function withHeartbeat<T>(
  work: (signal: AbortSignal) => Promise<T>,
  progress?: () => unknown,
): Promise<T> {
  if (activityInfo().isLocal) return await work(cancellationSignal());
  const timer = setInterval(() => heartbeat(progress?.()), heartbeatEveryMs);
  try {
    return await work(cancellationSignal());
  } finally {
    clearInterval(timer);
  }
}

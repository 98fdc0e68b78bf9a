import type { AlertRef } from '#contracts/alert.ts';
import type { Alerts } from '#store/alert/alerts.ts';
import { retryUntilPersisted } from './retry-until-persisted.ts';
import { withHeartbeat } from './with-heartbeat.ts';

type Tried = Omit<Parameters<Alerts['noteTry']>[2], 'nextTryAt'> & {
  /** Until the next try; null where there is none. */
  readonly waitMs: number | null;
};

export interface AlertDeps {
  readonly alertLog: Pick<Alerts, 'noteTry'>;
  /** Null where nothing is left to tell. */
  readonly alertSender: {
    readonly trySending: (ref: AlertRef, signal: AbortSignal) => Promise<Tried | null>;
  };
}

/** Tells owners what they want to be told. */
export function alertActivities({ alertLog, alertSender }: AlertDeps) {
  /** The activity: one try. Says how long to wait for the next one; null where none is needed, or left. */
  async function sendAlert(ref: AlertRef): Promise<{ readonly waitMs: number | null }> {
    const tried = await withHeartbeat((signal) => alertSender.trySending(ref, signal));
    if (tried === null) return { waitMs: null };
    const { waitMs, ...result } = tried;
    const nextTryAt = waitMs === null ? null : Date.now() + waitMs;
    await retryUntilPersisted(() => alertLog.noteTry(ref.workspaceId, ref.alertId, { ...result, nextTryAt }));
    return { waitMs };
  }

  return { sendAlert };
}

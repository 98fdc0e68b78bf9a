import type { z } from 'zod';

import type { Alert } from '#contracts/alert.ts';
import type { Redis } from '../connection/connect.ts';
import { type Page, pageOfIds, type PageQuery } from '../page.ts';
import { alertRecords } from '../records/alert.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { isoOrNull } from '../run/view.ts';
import { script } from '../script.ts';

const { fields } = alertRecords.alert;
export type AlertRecord = Readonly<z.output<typeof fields>>;
const noteTryScript = script('note-try');

/** The result of a try. `nextTryAt`: epoch milliseconds; null where it is over. */
export type AlertTry = Pick<AlertRecord, 'status' | 'error' | 'tries' | 'nextTryAt'> & {
  readonly isDelivered: boolean;
};

export function createAlertLog({ redis, now }: { readonly redis: Redis; readonly now: () => number }) {
  /** Null once its rule is gone, or it fell out of the log. */
  async function find(workspaceId: string, alertId: string): Promise<AlertRecord | null> {
    return fields.safeParse(await redis.hGetAll(keys.alert(workspaceId, alertId))).data ?? null;
  }

  async function findView(workspaceId: string, alertId: string): Promise<Alert | null> {
    const alert = await find(workspaceId, alertId);
    return alert === null ? null : alertView(alert);
  }

  async function list(workspaceId: string, ruleId: string, query: PageQuery): Promise<Page<Alert>> {
    const { items, nextCursor } = await pageOfIds(redis, keys.alertLog(workspaceId, ruleId), query);
    const alerts = await Promise.all(items.map((id) => findView(workspaceId, id)));
    return { items: alerts.filter((alert) => alert !== null), nextCursor };
  }

  /** Notes a try; one of an alert that is over already changes nothing. */
  async function noteTry(workspaceId: string, alertId: string, given: AlertTry): Promise<void> {
    const { isDelivered, nextTryAt, ...tried } = given;
    const isOver = isDelivered || nextTryAt === null;
    const state = isDelivered ? 'delivered' : isOver ? 'failed' : 'sending';
    const times = isOver ? { finishedAt: now() } : { nextTryAt };
    await noteTryScript(
      redis,
      [keys.alert(workspaceId, alertId), keys.openAlerts(workspaceId)],
      [alertId, isOver ? '1' : '0', ...fieldsOf(fields, { ...tried, state, ...times })],
    );
  }

  /** Ends one that nothing sends any more. */
  async function giveUp(workspaceId: string, alertId: string, error: string): Promise<void> {
    const keysOfIt = [keys.alert(workspaceId, alertId), keys.openAlerts(workspaceId)];
    const given = fieldsOf(fields, { state: 'failed', error, finishedAt: now() });
    // Without a record there is nothing to end.
    if ((await noteTryScript(redis, keysOfIt, [alertId, '1', ...given])) !== 1)
      await redis.zRem(keys.openAlerts(workspaceId), alertId);
  }

  async function open(workspaceId: string): Promise<readonly string[]> {
    return await redis.zRange(keys.openAlerts(workspaceId), 0, -1);
  }

  return { find, findView, list, noteTry, giveUp, open };
}

function alertView({
  at,
  silentSince,
  heldSince,
  nextTryAt,
  finishedAt,
  status,
  ...alert
}: AlertRecord): Alert {
  return {
    ...alert,
    at: new Date(at).toISOString(),
    silentSince: isoOrNull(silentSince),
    heldSince: isoOrNull(heldSince),
    status: status === null ? null : Number(status),
    nextTryAt: isoOrNull(nextTryAt),
    finishedAt: isoOrNull(finishedAt),
  };
}

import { targetKinds, type TargetKind } from '../plan/target-kinds.ts';
import type { Shop } from '../service/shop.ts';
import type { Bill, SeenRecord } from './observations.ts';

const atOnce = 8;

/** Every delivery of the workspace, one by one, as its owner reads it. */
export async function readRecords({ number, owner, hooks }: Shop): Promise<readonly SeenRecord[]> {
  const records: SeenRecord[] = [];
  for (const target of targetKinds) {
    const rows = (await owner.activity(hooks[target].id)).toReversed();
    const lane = async () => {
      for (let row = rows.pop(); row !== undefined; row = rows.pop())
        records.push(await readRecord(target, row.deliveryId));
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
  }
  return records;

  async function readRecord(target: TargetKind, deliveryId: string): Promise<SeenRecord> {
    const { eventId, outcome, reason, receivedAt, arrived } = await owner.record(deliveryId);
    // Only the beginning of a large body is shown.
    const [, order = ''] = /^\{"order":"([^"]*)"/.exec(arrived.text) ?? [];
    return { workspace: number, target, deliveryId, eventId, order, outcome, reason, receivedAt };
  }
}

/** The bill of the workspace, and the right one: each accepted delivery but those that its filter skipped. */
export async function readBill({ number, owner }: Shop, records: readonly SeenRecord[]): Promise<Bill> {
  const own = records.filter(({ workspace, outcome }) => workspace === number && outcome !== 'skipped');
  return { workspace: number, billed: (await owner.usage()).automationRuns, owed: own.length };
}

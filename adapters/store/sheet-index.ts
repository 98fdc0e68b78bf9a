import type { Redis } from './connection/connect.ts';
import { keys } from './records/index.ts';
import { script } from './script.ts';

/** A field beside the identities, which all hold an `@`; present once the whole sheet was read. */
const readMark = '#read';
const fieldsPerWrite = 1_000;

export type SheetIndex = ReturnType<typeof createSheetIndex>;

/**
 * Our knowledge of the sheets of one spreadsheet: the range of each address, the writes whose end is not known, and who may
 * write. A write that is neither confirmed nor withdrawn makes the next writer read the sheet first.
 */
export function createSheetIndex({ redis, spreadsheetId }: { redis: Redis; spreadsheetId: string }) {
  const releaseLease = script('release-lease');
  const indexOf = (sheet: string) => keys.sheetIndex(spreadsheetId, sheet);
  const uncertainOf = (sheet: string) => keys.sheetUncertain(spreadsheetId, sheet);
  const leaseOf = (sheet: string) => keys.sheetLease(spreadsheetId, sheet);

  return {
    rangeOf: async (sheet: string, identity: string): Promise<string | undefined> =>
      (await redis.hGet(indexOf(sheet), identity)) ?? undefined,

    isComplete: async (sheet: string): Promise<boolean> =>
      (await redis.hExists(indexOf(sheet), readMark)) === 1 && (await redis.sCard(uncertainOf(sheet))) === 0,

    uncertainWrites: (sheet: string): Promise<string[]> => redis.sMembers(uncertainOf(sheet)),

    /** Takes what was read from the sheet instead of what we knew; `settled` are the writes made before reading. */
    async replace(sheet: string, ranges: ReadonlyMap<string, string>, settled: readonly string[]) {
      const entries = [...ranges];
      await redis.del(indexOf(sheet));
      for (let start = 0; start < entries.length; start += fieldsPerWrite) {
        await redis.hSet(indexOf(sheet), Object.fromEntries(entries.slice(start, start + fieldsPerWrite)));
      }
      const done = redis.multi().hSet(indexOf(sheet), readMark, '1');
      if (settled.length > 0) done.sRem(uncertainOf(sheet), [...settled]);
      await done.exec();
    },

    beginWrite: (sheet: string, write: string) => redis.sAdd(uncertainOf(sheet), write),

    confirmWrite: (sheet: string, write: string, identity: string, range: string) =>
      redis.multi().hSet(indexOf(sheet), identity, range).sRem(uncertainOf(sheet), write).exec(),

    /** The sheet's answer says that nothing was written. */
    withdrawWrite: (sheet: string, write: string) => redis.sRem(uncertainOf(sheet), write),

    async takeLease(sheet: string, holder: string, leaseMs: number): Promise<boolean> {
      const expiration = { type: 'PX', value: leaseMs } as const;
      return (await redis.set(leaseOf(sheet), holder, { condition: 'NX', expiration })) === 'OK';
    },

    releaseLease: (sheet: string, holder: string) => releaseLease(redis, [leaseOf(sheet)], [holder]),
  };
}

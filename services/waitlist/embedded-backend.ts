import type { WaitlistRows } from '#store/waitlist.ts';
import type { WaitlistBackend } from './backend.ts';
import { rowRange } from './row-range.ts';

/** The waitlist in Redis; the operator exports it as CSV. */
export function createEmbeddedBackend({ rows }: { rows: Pick<WaitlistRows, 'add'> }): WaitlistBackend {
  return {
    add: async (sheet, row) => {
      const { status, position } = await rows.add(sheet, row);
      return { status, updatedRange: rowRange(sheet, position + 1) };
    },
  };
}

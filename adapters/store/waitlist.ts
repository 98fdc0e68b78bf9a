import { z } from 'zod';

import type { Redis } from './connection/connect.ts';
import { keys } from './records/index.ts';
import { WaitlistRow } from './records/public.ts';
import { script } from './script.ts';

const JoinAnswer = z
  .tuple([z.enum(['added', 'present']), z.int().positive()])
  .transform(([status, position]) => ({ status, position }));
const rowsPerPage = 500;

export type WaitlistRows = ReturnType<typeof createWaitlistRows>;

/** The waitlists that are kept in Redis. Positions count from 1 in the order of arrival and never change. */
export function createWaitlistRows({ redis }: { redis: Redis }) {
  const joinWaitlist = script('join-waitlist');

  async function add(sheet: string, row: WaitlistRow) {
    const touched = [keys.waitlistAddresses(sheet), keys.waitlistRows(sheet)];
    return JoinAnswer.parse(await joinWaitlist(redis, touched, [row.identity, JSON.stringify(row)]));
  }

  /** All rows in the order of arrival, page by page; those that join meanwhile are included. */
  async function* pages(sheet: string): AsyncGenerator<readonly WaitlistRow[]> {
    for (let start = 0; ; start += rowsPerPage) {
      const page = await redis.lRange(keys.waitlistRows(sheet), start, start + rowsPerPage - 1);
      yield page.map((json) => WaitlistRow.parse(JSON.parse(json)));
      if (page.length < rowsPerPage) return;
    }
  }

  return { add, pages };
}

import type { WaitlistRow } from '#store/records/public.ts';

/** Columns A to C of every sheet and of the CSV, and their header row. */
export const waitlistColumns = ['email', 'joinedAt', 'identity'] as const satisfies (keyof WaitlistRow)[];

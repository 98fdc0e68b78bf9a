import { z } from 'zod';

/** `email` is validated by the waitlist, whose refusals have specific codes. */
export const WaitlistRequest = z.object({
  email: z.string(),
  sheetName: z
    .string()
    .optional()
    .describe('Which waitlist; its name is case-sensitive. Absent: the first one.'),
});
export type WaitlistRequest = z.infer<typeof WaitlistRequest>;

export const WaitlistAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  updatedRange: z
    .string()
    .optional()
    .describe('The row that holds the address in A1 notation, such as `Waitlist!A2:C2`.'),
});
export type WaitlistAnswer = z.infer<typeof WaitlistAnswer>;

/** One entry of WAITLIST_SHEETS, `Title` or `Title:closed`; sheet titles cannot contain a colon. */
export const WaitlistSheet = z
  .string()
  .regex(/^[^[\]*?/\\:]{1,100}(:closed)?$/, 'must hold sheet titles, each with :closed behind it or nothing')
  .transform((entry) => ({
    title: entry.replace(/:closed$/, '').trim(),
    isClosed: entry.endsWith(':closed'),
  }))
  .refine(({ title }) => title !== '', 'must not hold an empty title');
export type WaitlistSheet = z.infer<typeof WaitlistSheet>;

/** A stored row: the address as typed, the time in ISO 8601, and the normalised address for deduplication. */
export const WaitlistRow = z.object({ email: z.string(), joinedAt: z.iso.datetime(), identity: z.string() });
export type WaitlistRow = z.infer<typeof WaitlistRow>;

/** Columns A to C of every sheet, and its header row. */
export const waitlistColumns = ['email', 'joinedAt', 'identity'] as const satisfies (keyof WaitlistRow)[];

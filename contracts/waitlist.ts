import { z } from 'zod';

/** `email` is judged by the waitlist itself, whose refusals have codes of their own. */
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

/** One entry of WAITLIST_SHEETS, `Title` or `Title:closed`; a sheet's title cannot hold a colon. */
export const WaitlistSheet = z
  .string()
  .regex(/^[^[\]*?/\\:]{1,100}(:closed)?$/, 'must hold sheet titles, each with :closed behind it or nothing')
  .transform((entry) => ({
    title: entry.replace(/:closed$/, '').trim(),
    isClosed: entry.endsWith(':closed'),
  }))
  .refine(({ title }) => title !== '', 'must not hold an empty title');
export type WaitlistSheet = z.infer<typeof WaitlistSheet>;

/** A row as it is kept: the address as typed, the moment in ISO 8601, the address by which it is known again. */
export const WaitlistRow = z.object({ email: z.string(), joinedAt: z.iso.datetime(), identity: z.string() });
export type WaitlistRow = z.infer<typeof WaitlistRow>;

/** The columns of every sheet, A to C; the first row of a sheet holds them. */
export const waitlistColumns = ['email', 'joinedAt', 'identity'] as const satisfies (keyof WaitlistRow)[];

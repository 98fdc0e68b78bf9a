import { z } from 'zod';

/** `email` is validated by the waitlist, whose refusals have specific codes. */
export const WaitlistRequest = z.object({
  email: z.string(),
  sheetName: z
    .string()
    .optional()
    .describe('The name of the waitlist; it is case-sensitive. Absent: the first one.'),
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

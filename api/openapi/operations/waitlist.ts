import { WaitlistAnswer, WaitlistRequest } from '../../../contracts/waitlist.ts';
import type { Operation } from '../operation.ts';

export const waitlistOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/waitlist',
    id: 'joinWaitlist',
    part: 'public',
    summary: 'Join the waitlist',
    description: 'The same address again gets the same answer and no second row.',
    request: [
      {
        mediaType: 'application/json',
        schema: WaitlistRequest.extend({
          email: WaitlistRequest.shape.email.meta({ format: 'email', minLength: 3, maxLength: 254 }),
        }),
        examples: { address: { summary: 'The default list', value: { email: 'ada@lovelace.org' } } },
      },
    ],
    success: {
      status: 200,
      description: 'The address is on the list; `updatedRange` is its row in A1 notation.',
      bodies: [{ mediaType: 'application/json', schema: WaitlistAnswer }],
    },
    refusals: [
      'INVALID_EMAIL',
      'EMAIL_NOT_ALLOWED',
      'SHEET_CLOSED',
      'SHEET_NOT_FOUND',
      'WAITLIST_UNAVAILABLE',
      'INTERNAL_ERROR',
    ],
  },
  {
    method: 'get',
    path: '/manage/waitlist/{sheet}.csv',
    id: 'exportWaitlist',
    part: 'operator',
    summary: 'Export the embedded waitlist',
    pathParams: { sheet: 'The title of the sheet, percent-encoded.' },
    success: {
      status: 200,
      description: 'The rows as CSV (RFC 4180); no cell can run as a formula.',
      bodies: [{ mediaType: 'text/csv', schema: { type: 'string' } }],
      headers: ['Content-Disposition'],
    },
    refusals: ['SHEET_NOT_FOUND'],
  },
];

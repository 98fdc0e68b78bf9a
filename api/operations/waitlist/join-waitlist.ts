import { WaitlistAnswer, WaitlistRequest } from '#contracts/waitlist.ts';
import type { Waitlist } from '#waitlist/waitlist.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';

const email = WaitlistRequest.shape.email.meta({ format: 'email', minLength: 3, maxLength: 254 });

export const joinWaitlist = ({ waitlist }: { readonly waitlist: Waitlist }) =>
  defineOperation({
    method: 'post',
    path: '/api/waitlist',
    id: 'joinWaitlist',
    access: 'public',
    summary: 'Join the waitlist',
    description: 'The same address again gets the same answer and no second row.',
    body: jsonBody(WaitlistRequest.extend({ email }), {
      bytesMax: 100_000,
      examples: { address: { summary: 'The default list', value: { email: 'ada@lovelace.org' } } },
    }),
    answers: {
      200: json('The address is on the list; `updatedRange` is its row in A1 notation.', WaitlistAnswer),
    },
    refusals: [
      'INVALID_EMAIL',
      'EMAIL_NOT_ALLOWED',
      'SHEET_CLOSED',
      'SHEET_NOT_FOUND',
      'WAITLIST_UNAVAILABLE',
      'INTERNAL_ERROR',
    ],
    handle: async ({ body }) => ({ status: 200, body: await waitlist.join(await body()) }),
  });

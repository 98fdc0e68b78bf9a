import { z } from 'zod';

import { senders } from '#senders/index.ts';
import type { Sender } from '#senders/sender.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';

const SenderView = z.object({
  id: z.string().describe('The value of `sender` of an automation.'),
  title: z.string().describe('The name that people use.'),
  docsUrl: z.string().describe("The sender's own page about its webhooks."),
  secretName: z
    .string()
    .nullable()
    .describe(
      'The value for `signingSecret`, in the words of the sender. Null: it does not sign its deliveries.',
    ),
  hasHandshake: z
    .boolean()
    .describe(
      'Whether it asks an address for an answer before it sends, which is given once `sender` is set.',
    ),
  triesOnce: z
    .boolean()
    .describe(
      'Whether it sends each delivery once, by its own page: what is refused is lost, unless `burst` of the automation is `hold`.',
    ),
  connect: z
    .object({
      steps: z
        .array(z.string())
        .describe(
          'Each one sentence. `{url}` stands for the URL of the automation, `{secret}` for a signing secret that you choose.',
        ),
      events: z
        .array(z.string())
        .describe('Events to select there, in its words; it has others. Empty: none can be selected.'),
    })
    .nullable()
    .describe('The way to connect it, in the words of its pages. Null: for a system of any kind.'),
});

export const listSenders = () =>
  defineOperation({
    method: 'get',
    path: '/manage/senders',
    id: 'listSenders',
    access: 'owner',
    summary: 'List senders',
    description:
      'The systems whose ids, signatures and handshakes are known. An automation with `sender` takes the event id of the system where a delivery has no other, and with `signingSecret` refuses what the system did not sign.',
    answers: { 200: json('All senders.', z.object({ items: z.array(SenderView) })) },
    handle: () => Promise.resolve({ status: 200, body: { items: senders.map(viewOf) } }),
  });

const viewOf = ({ id, title, docsUrl, verify, handshake, retries, connect }: Sender) => ({
  id,
  title,
  docsUrl,
  secretName: verify?.secretName ?? null,
  hasHandshake: handshake !== null,
  triesOnce: retries.tries === 1,
  connect: connect ?? null,
});

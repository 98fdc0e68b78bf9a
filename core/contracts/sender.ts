import { z } from 'zod';

import { CustomSender } from './sender-data.ts';

/** The settings of an automation for its sender. */

export const SenderId = z
  .string()
  .describe(
    'The sender: an id of `GET /manage/senders`. Its own event ids count where a delivery has no other, and its handshakes are answered. `generic`: any system. `custom`: the one that `customSender` describes.',
  );

/** A shorter one is guessed from a single captured delivery. */
const signingSecretCharsMin = 8;
const signingSecretCharsMax = 4_096;

export const SigningSecret = z
  .string()
  .trim()
  .min(signingSecretCharsMin, `must have at least ${signingSecretCharsMin} characters`)
  .max(signingSecretCharsMax)
  .nullable()
  .describe(
    'The secret that the sender signs its deliveries with; from then on those that are not signed with it are refused. Never answered. A new one replaces the last, which counts for 24 hours more. Null: signatures are not checked.',
  );

/** Control characters are written as ranges: generators of clients know no classes of Unicode. */
// oxlint-disable-next-line no-control-regex
const headerOrPointer = /^(?:\/(?:[^~\u0000-\u001f\u007f-\u009f]|~[01])*|[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128})$/;

export const EventIdFrom = z
  .string()
  .trim()
  .max(200)
  .regex(headerOrPointer, 'must be a JSON pointer such as /data/id, or the name of a header')
  .nullable()
  .describe(
    'The place of the event id of its deliveries, if it is not one of the usual ones: a JSON pointer into the body, such as `/data/id`, or the name of a header. It comes before all others; a delivery that has no text and no number of at most 255 characters there has the id that it had without. Null: as documented at `POST /hooks/{token}`.',
  );

export const PayloadDedupe = z
  .boolean()
  .describe(
    'Whether a delivery without any event id is a repeat where its body was sent before on the same UTC day. False: bodies are not compared, and each delivery without an id is an event of its own (`eventIdSource: delivery`), also one that its sender sends again. Ids that are found count all the same.',
  );

const isoTime = z.iso.datetime();

const SignatureFault = z
  .enum(['missing', 'wrong', 'expired'])
  .describe(
    '`missing`: there was no signature. `wrong`: it was another one. `expired`: it was right, and too old or too early.',
  );

/** The last delivery that was refused for its signature. Nothing of its body is kept. */
export const RefusedSignature = z.object({
  at: isoTime.describe('When it came.'),
  fault: SignatureFault,
  diagnosis: z
    .string()
    .describe('The likely cause, in a sentence: another secret, a body that was changed on its way …'),
});
export type SignatureFault = z.infer<typeof SignatureFault>;
export type RefusedSignature = z.infer<typeof RefusedSignature>;

const SuggestedSender = z.object({
  id: z.string(),
  title: z.string().describe('The name that people use.'),
  since: isoTime.describe('When it was first recognised.'),
  handshake: z
    .boolean()
    .describe('Whether it waits for an answer to its handshake, which it gets once it is the `sender`.'),
});

/** Members of an automation about its sender. */
export const senderMembers = {
  sender: SenderId,
  customSender: CustomSender,
  eventIdFrom: EventIdFrom,
  payloadDedupe: PayloadDedupe,
  payloadDuplicates: z
    .object({
      count: z
        .int()
        .describe('How many, since the sender, `eventIdFrom` or `payloadDedupe` was last changed.'),
      eventIdFrom: z
        .array(z.string())
        .describe('Headers of them that look like an event id, as values of `eventIdFrom`.'),
    })
    .nullable()
    .describe(
      'Deliveries that were answered `duplicate` only because their bodies were equal, from the second on: they may have been events of their own. Null: there were none.',
    ),
  hasSigningSecret: z
    .boolean()
    .describe('Whether signatures are checked. Without, deliveries of a sender that signs are not verified.'),
  formerSigningSecretUntil: isoTime
    .nullable()
    .describe('Until when the signing secret before the present one counts too. Null: there is none.'),
  signatures: z
    .object({
      refused: z.int().describe('Deliveries that were refused for their signature.'),
      lastRefused: RefusedSignature.nullable().describe('The last of them. Null: there was none.'),
    })
    .describe('Deliveries that the check of signatures refused.'),
  handshake: z
    .object({
      at: isoTime.describe('When it was answered.'),
      waitsFor: z
        .enum(['secret', 'confirmation'])
        .nullable()
        .describe(
          'The thing that it left for you to accept: a signing `secret`, or the `confirmation` of a subscription. Null: nothing.',
        ),
      later: z
        .int()
        .describe('Others, with something else, that came while it waited. They do not replace it.'),
      unsigned: z
        .int()
        .describe(
          'Unsigned ones that brought something although there is a signing secret. Nothing of them is kept.',
        ),
    })
    .nullable()
    .describe(
      'The handshake of the sender that waits for you, or the last one that was answered; see `GET …/handshake`. Null: there was none.',
    ),
  suggestedSender: SuggestedSender.nullable().describe(
    'The likely sender, if `sender` is `generic`. It is never switched on by itself: change `sender` to its id.',
  ),
};

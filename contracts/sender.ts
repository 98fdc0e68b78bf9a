import { z } from 'zod';

/** What an automation says of who posts to its hook. */

export const SenderId = z
  .string()
  .describe(
    'Who sends: an id of `GET /manage/senders`. Its own event ids count where a delivery has no other, and its handshakes are answered. `generic`: any system.',
  );

const signingSecretCharsMax = 4_096;

export const SigningSecret = z
  .string()
  .trim()
  .min(1, 'must not be blank')
  .max(signingSecretCharsMax)
  .nullable()
  .describe(
    'What the sender signs its deliveries with; from then on those that are not signed with it are refused. Never answered. A new one replaces the last, which counts for 24 hours more. Null: signatures are not checked.',
  );

const headerOrPointer = /^(?:\/(?:[^~\p{Cc}]|~[01])*|[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128})$/u;

export const EventIdFrom = z
  .string()
  .trim()
  .max(200)
  .regex(headerOrPointer, 'must be a JSON pointer such as /data/id, or the name of a header')
  .nullable()
  .describe(
    'Where the event id of its deliveries is, if not where it is looked for: a JSON pointer into the body, such as `/data/id`, or the name of a header. It comes before all others; a delivery that has no text and no number of at most 255 characters there has the id that it had without. Null: as documented at `POST /hooks/{token}`.',
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
    .describe('What may be the matter, in a sentence: another secret, a body that was changed on its way …'),
});
export type SignatureFault = z.infer<typeof SignatureFault>;
export type RefusedSignature = z.infer<typeof RefusedSignature>;

const SuggestedSender = z.object({
  id: z.string(),
  title: z.string().describe('What people call it.'),
  since: isoTime.describe('When it was first recognised.'),
  handshake: z
    .boolean()
    .describe('Whether it waits for an answer to its handshake, which it gets once it is the `sender`.'),
});

/** Members of an automation about its sender. */
export const senderMembers = {
  sender: SenderId,
  eventIdFrom: EventIdFrom,
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
    .describe('What the check of signatures refused.'),
  handshake: z
    .object({
      at: isoTime.describe('When it was answered.'),
      waitsFor: z
        .enum(['secret', 'confirmation'])
        .nullable()
        .describe(
          'What it left for you to accept: a signing `secret`, or the `confirmation` of a subscription. Null: nothing.',
        ),
    })
    .nullable()
    .describe(
      'The last handshake of the sender that was answered; see `GET …/handshake`. Null: there was none.',
    ),
  suggestedSender: SuggestedSender.nullable().describe(
    'Who seems to send, where `sender` is `generic`. It is never switched on by itself: change `sender` to its id.',
  ),
};

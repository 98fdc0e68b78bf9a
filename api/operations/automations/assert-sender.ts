import { nearest } from '@reveille/tools';

import type { SenderChange } from '#contracts/automation.ts';
import { type DomainError, invalidField } from '#domain/domain-error.ts';
import { senderOf, senders } from '#senders/index.ts';

const namedMax = 3;

/** Throws INVALID_REQUEST for a sender that is not known, and for a secret that it cannot have. */
export function assertSender(
  { sender: given, signingSecret }: Pick<SenderChange, 'sender' | 'signingSecret'>,
  present: { readonly sender: string; readonly hasSigningSecret: boolean },
): void {
  const id = given ?? present.sender;
  const sender = senderOf(id);
  if (sender === undefined) throw unknownSender(id);
  if (signingSecret === undefined && id !== present.sender && present.hasSigningSecret) {
    throw invalidField('signingSecret', 'is of the former sender', {
      hint: 'Give the signing secret of the new sender in the same call, or null.',
    });
  }
  if (typeof signingSecret === 'string' && sender.verify === null) {
    throw invalidField('signingSecret', `the sender ${id} does not sign`, {
      hint: 'Leave it out, or choose a sender that signs: GET /manage/senders lists them.',
    });
  }
}

function unknownSender(id: string): DomainError {
  const ids = nearest(
    id,
    senders.map((sender) => sender.id),
    namedMax,
  );
  return invalidField('sender', 'is not known', {
    hint: `Did you mean ${ids.join(', ')}? GET /manage/senders lists all.`,
  });
}

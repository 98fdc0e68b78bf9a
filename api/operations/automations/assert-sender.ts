import { nearest } from '@reveille/tools';

import type { SenderChange } from '#contracts/automation.ts';
import type { CustomSender } from '#contracts/sender-data.ts';
import { type DomainError, invalidField } from '#domain/domain-error.ts';
import type { KnownKeys } from '#intake/published-keys.ts';
import { faultOf } from '#senders/data/fault.ts';
import { senderBy, senders } from '#senders/index.ts';
import { ed25519KeyOfHex, keyOfBase64, keysOfSet } from '#senders/schemes/keys.ts';

const namedMax = 3;

export interface SenderDeps {
  /** Keys that senders publish, which the door reads. */
  readonly publishedKeys: Pick<KnownKeys, 'get' | 'request'>;
}

interface Present {
  readonly sender: string;
  readonly customSender: CustomSender | null;
  readonly hasSigningSecret: boolean;
}

/** Throws INVALID_REQUEST for a sender that is not known or described wrongly, and for a secret that it cannot have. */
export async function assertSender(
  { publishedKeys }: SenderDeps,
  {
    sender: given,
    customSender,
    signingSecret,
  }: Pick<SenderChange, 'sender' | 'customSender' | 'signingSecret'>,
  present: Present,
): Promise<void> {
  const id = given ?? present.sender;
  const data = customSender === undefined ? present.customSender : customSender;
  const sender = senderBy(id, data);
  if (sender === undefined) throw unknownSender(id);
  if (id === 'custom' && data === null)
    throw invalidField('customSender', 'is needed for the sender custom', {
      hint: 'Describe it, or have it found: POST /manage/automations/{id}/sender-search.',
    });
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
  if (typeof signingSecret === 'string' && id === 'custom') assertPublicKey(data, signingSecret);
  if (customSender != null) await assertDescription(publishedKeys, customSender);
}

/** A key that cannot be read would refuse every delivery. */
function assertPublicKey(data: CustomSender | null, text: string): void {
  const { signature = null } = data ?? {};
  if (signature?.kind !== 'public-key' || signature.keysUrl !== undefined) return;
  if ((ed25519KeyOfHex(text) ?? keyOfBase64(text)) === null)
    throw invalidField('signingSecret', 'is no public key', {
      hint: 'Paste it in PEM, in base64 (SPKI), or an Ed25519 key as 64 hexadecimal digits.',
    });
}

async function assertDescription(
  publishedKeys: SenderDeps['publishedKeys'],
  data: CustomSender,
): Promise<void> {
  const fault = faultOf(data);
  if (fault !== null) throw invalidField(`customSender.${fault.member}`, fault.message);
  const { signature } = data;
  if (signature?.kind !== 'public-key' || signature.keysUrl === undefined) return;
  await publishedKeys.request(signature.keysUrl);
  if (keysOfSet(publishedKeys.get(signature.keysUrl) ?? '').length === 0)
    throw invalidField(
      'customSender.signature.keysUrl',
      'answers neither a JWKS with a public key nor a key in PEM',
      { hint: 'It must be a public https address that answers 200 without a redirect, at most 64 KB.' },
    );
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

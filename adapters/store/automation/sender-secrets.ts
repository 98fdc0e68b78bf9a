import type { z } from 'zod';

import type { SenderChange } from '#contracts/automation.ts';
import type { CustomSender } from '#contracts/sender-data.ts';
import type { HtmlForm } from '#contracts/form.ts';
import type { Redis } from '../connection/connect.ts';
import type { Hook } from './hooks.ts';
import { automationRecords } from '../records/automation.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { readFields } from '../records/read.ts';
import { script } from '../script.ts';
import { type Vault, VaultError } from '../secret/vault.ts';

/** Long enough to change a secret at both ends, and for tries that a sender made before. */
const formerSecretMs = 24 * 60 * 60 * 1000;

export interface SenderSettings {
  readonly senderId: string;
  /** The sender that the owner describes, for `custom`. */
  readonly custom: CustomSender | null;
  readonly secret: string | null;
  /** The secret before it, which counts until a moment in epoch milliseconds. */
  readonly former: { readonly secret: string; readonly until: number } | null;
  /** The answer to visitors who post an HTML form; null: the answer to every sender. */
  readonly form: HtmlForm | null;
  /** The place of the event id that the owner chose; null: the usual places. */
  readonly eventIdFrom: string | null;
  /** Whether a delivery without an id is a repeat of one with the same body. */
  readonly payloadDedupe: boolean;
  readonly version: number;
}

const anySender = 'generic';

const Fields = automationRecords.automation.fields.pick({
  sender: true,
  customSender: true,
  eventIdFrom: true,
  payloadDedupe: true,
  sealedSigningSecret: true,
  sealedFormerSecret: true,
  formerSecretUntil: true,
  senderVersion: true,
  form: true,
});

/** A secret opens only where it was entered: for this sender at this automation. */
const secretBinding = ({ workspaceId, automationId }: Hook, senderId: string): readonly string[] => [
  'signing-secret',
  '1',
  workspaceId,
  automationId,
  senderId,
];

export const newSenderFields = (
  vault: Vault,
  hook: Hook,
  {
    sender,
    customSender,
    signingSecret,
    eventIdFrom,
    payloadDedupe,
  }: {
    readonly sender: string;
    readonly customSender: CustomSender | null;
    readonly signingSecret: string | null;
    readonly eventIdFrom: string | null;
    readonly payloadDedupe: boolean;
  },
): Partial<z.output<typeof Fields>> => ({
  ...(sender !== anySender && { sender }),
  ...(customSender !== null && { customSender }),
  ...(eventIdFrom !== null && { eventIdFrom }),
  ...(!payloadDedupe && { payloadDedupe }),
  ...((sender !== anySender || eventIdFrom !== null || !payloadDedupe) && { senderVersion: 1 }),
  ...(signingSecret !== null && {
    sealedSigningSecret: vault.seal(signingSecret, secretBinding(hook, sender)),
  }),
});

interface Deps {
  readonly redis: Redis;
  readonly vault: Vault;
  readonly now: () => number;
}

export function createSenderSecrets(deps: Deps) {
  const read = createReading(deps);
  return { ...read, ...createWriting({ ...deps, ...read }) };
}

function createReading({ redis, vault }: Deps) {
  /** Throws VaultError where a secret cannot be opened. */
  async function senderSettings(hook: Hook): Promise<SenderSettings> {
    const key = keys.automation(hook.workspaceId, hook.automationId);
    const stored = (await readFields(redis, key, Fields)) ?? Fields.parse({});
    const { sender, eventIdFrom, payloadDedupe, sealedSigningSecret, sealedFormerSecret } = stored;
    const open = (sealed: string | null) =>
      sealed === null ? null : vault.open(sealed, secretBinding(hook, sender));
    const former = open(sealedFormerSecret);
    return {
      senderId: sender,
      custom: stored.customSender,
      secret: open(sealedSigningSecret),
      former: former === null ? null : { secret: former, until: stored.formerSecretUntil },
      eventIdFrom,
      payloadDedupe,
      form: stored.form,
      version: stored.senderVersion,
    };
  }

  return { senderSettings };
}

const setSenderScript = script('set-sender');

function createWriting({ redis, vault, now, senderSettings }: Deps & ReturnType<typeof createReading>) {
  /** Changes what is given; a secret that is the present one already changes nothing. Those of another sender go. */
  async function changeSender(hook: Hook, change: SenderChange): Promise<void> {
    const { sender, customSender, signingSecret, formerSigningSecret, eventIdFrom, payloadDedupe } = change;
    if (Object.values(change).every((member) => member === undefined)) return;
    const { senderId: presentId, secret } = await presentSecret(hook);
    const senderId = sender ?? presentId;
    const isSame = senderId === presentId;
    const given = signingSecret ?? (signingSecret === null || !isSame ? null : undefined);
    const kept = formerSigningSecret === null ? 'forget-former' : 'keep';
    await setSenderScript(
      redis,
      [keys.automation(hook.workspaceId, hook.automationId)],
      [
        String(now()),
        senderId,
        given === undefined || (isSame && given === secret) ? kept : given === null ? 'remove' : 'replace',
        typeof given === 'string' ? vault.seal(given, secretBinding(hook, senderId)) : '',
        String(now() + formerSecretMs),
        ...fieldsOf(Fields, {
          ...(customSender !== undefined && { customSender }),
          ...(eventIdFrom !== undefined && { eventIdFrom }),
          ...(payloadDedupe !== undefined && { payloadDedupe }),
        }),
      ],
    );
  }

  /** One that cannot be opened is replaced like any other. */
  async function presentSecret(hook: Hook): Promise<Pick<SenderSettings, 'senderId' | 'secret'>> {
    try {
      return await senderSettings(hook);
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
      const senderId = await redis.hGet(keys.automation(hook.workspaceId, hook.automationId), 'sender');
      return { senderId: senderId ?? anySender, secret: null };
    }
  }

  return { changeSender };
}

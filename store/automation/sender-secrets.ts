import type { z } from 'zod';

import type { SenderChange } from '../../contracts/automation.ts';
import type { Redis } from '../connect.ts';
import type { Hook } from '../hooks.ts';
import { automationRecords } from '../records/automation.ts';
import { keys } from '../records/index.ts';
import { readFields } from '../records/read.ts';
import { script } from '../script.ts';
import { type Vault, VaultError } from '../vault.ts';

/** Long enough to change a secret at both ends, and for tries that a sender made before. */
const formerSecretMs = 24 * 60 * 60 * 1000;

/** Who sends to an automation, and the secrets that it may sign with, the newest first. */
interface SenderSettings {
  readonly senderId: string;
  readonly secrets: readonly string[];
  /** Until when the second secret counts, in epoch milliseconds; 0 where there is none. */
  readonly formerSecretUntil: number;
  /** Counts changes of them. */
  readonly version: number;
}

/** Of an automation that nothing was ever said about. */
const anySender: SenderSettings = {
  senderId: 'generic',
  secrets: [],
  formerSecretUntil: 0,
  version: 0,
};

const Fields = automationRecords.automation.fields.pick({
  sender: true,
  sealedSigningSecret: true,
  sealedFormerSecret: true,
  formerSecretUntil: true,
  senderVersion: true,
});

/** A secret opens only where it was entered: for this sender at this automation. */
const secretBinding = ({ workspaceId, automationId }: Hook, senderId: string): readonly string[] => [
  'signing-secret',
  '1',
  workspaceId,
  automationId,
  senderId,
];

/** The fields of a new automation about its sender. */
export const newSenderFields = (
  vault: Vault,
  hook: Hook,
  sender: string,
  signingSecret: string | null,
): Partial<z.output<typeof Fields>> => ({
  ...(sender !== anySender.senderId && { sender, senderVersion: 1 }),
  ...(signingSecret !== null && {
    sealedSigningSecret: vault.seal(signingSecret, secretBinding(hook, sender)),
  }),
});

interface Deps {
  readonly redis: Redis;
  readonly vault: Vault;
  readonly now: () => number;
}

/** The sender of an automation and its sealed secrets. */
export function createSenderSecrets(deps: Deps) {
  const read = createReading(deps);
  return { ...read, ...createWriting({ ...deps, ...read }) };
}

function createReading({ redis, vault, now }: Deps) {
  /** Throws VaultError where a secret cannot be opened. */
  async function senderSettings(hook: Hook): Promise<SenderSettings> {
    const key = keys.automation(hook.workspaceId, hook.automationId);
    const stored = (await readFields(redis, key, Fields)) ?? Fields.parse({});
    const { sender, sealedSigningSecret, sealedFormerSecret, formerSecretUntil, senderVersion } = stored;
    const sealed = [sealedSigningSecret, formerSecretUntil > now() ? sealedFormerSecret : null];
    return {
      senderId: sender,
      secrets: sealed.flatMap((text) =>
        text === null ? [] : [vault.open(text, secretBinding(hook, sender))],
      ),
      formerSecretUntil,
      version: senderVersion,
    };
  }

  return { senderSettings };
}

const setSenderScript = script('set-sender');

function createWriting({ redis, vault, now, senderSettings }: Deps & ReturnType<typeof createReading>) {
  /** Changes what is given; a secret that is the present one already changes nothing. Those of another sender go. */
  async function changeSender(hook: Hook, change: SenderChange): Promise<void> {
    const { sender, signingSecret, formerSigningSecret } = change;
    if (sender === undefined && signingSecret === undefined && formerSigningSecret === undefined) return;
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
      ],
    );
  }

  /** One that cannot be opened is replaced like any other. */
  async function presentSecret(hook: Hook): Promise<{ senderId: string; secret: string | undefined }> {
    try {
      const { senderId, secrets } = await senderSettings(hook);
      return { senderId, secret: secrets[0] };
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
      const senderId = await redis.hGet(keys.automation(hook.workspaceId, hook.automationId), 'sender');
      return { senderId: senderId ?? anySender.senderId, secret: undefined };
    }
  }

  return { changeSender };
}

import type { Automations, SenderSettings } from '#store/automation/automations.ts';
import type { Hook } from '#store/automation/hooks.ts';
import { remember } from './remember.ts';

const anySender: SenderSettings = {
  senderId: 'generic',
  custom: null,
  secret: null,
  former: null,
  eventIdFrom: null,
  payloadDedupe: true,
  form: null,
  version: 0,
};

/**
 * Remembers the sender of automations, so that the door asks the store for it only after a change: whatever was judged by
 * former settings is sent back by admission. An automation that is not known counts as that of any sender.
 */
export function createSenderSettings({
  automations,
}: {
  readonly automations: Pick<Automations, 'senderSettings'>;
}) {
  const known = new Map<string, SenderSettings>();

  const remembered = ({ automationId }: Hook): SenderSettings => known.get(automationId) ?? anySender;

  async function read(hook: Hook): Promise<SenderSettings> {
    const settings = await automations.senderSettings(hook);
    remember(known, hook.automationId, settings);
    return settings;
  }

  return { remembered, read };
}

export type KnownSenderSettings = ReturnType<typeof createSenderSettings>;

import { randomUUID } from 'node:crypto';

import { createAutomations } from '#store/automation/automations.ts';
import { createVault } from '#store/secret/vault.ts';
import type { Service } from './console-seed.ts';

interface Sender {
  readonly sender?: string;
  readonly signingSecret?: string;
}

/** Makes the URLs of hooks whose automations are in workspaces of their own. */
export function createHooks({ redis, key, url }: Service) {
  const automations = createAutomations({ redis, vault: createVault([{ id: 'k1', key }]) });
  return async function newHooks(count: number, sender: Sender = {}): Promise<string[]> {
    const content = {
      name: 'Bench',
      instructions: 'Summarise the delivery.',
      filter: null,
      agentId: 'agt_bench',
      ...sender,
    };
    return await Promise.all(
      Array.from({ length: count }, async () => {
        const { token } = await automations.create(`ws_${randomUUID()}`, content);
        return `${url}/hooks/${token}`;
      }),
    );
  };
}

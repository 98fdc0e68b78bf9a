import { hashOfToken } from '#domain/token.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';
import type { AutomationRecord } from './automation-records.ts';

const setStateScript = script('set-state');

export function createAutomationStates({
  redis,
  now,
}: {
  readonly redis: Redis;
  readonly now: () => number;
}) {
  async function setState(workspaceId: string, id: string, state: 'active' | 'paused'): Promise<void> {
    await writeState(workspaceId, id, state);
  }

  /** Retires the automation and its URL permanently. If the URL is unknown, admission refuses its deliveries. */
  async function remove(workspaceId: string, { id, token }: AutomationRecord): Promise<void> {
    await writeState(workspaceId, id, 'deleted');
    if (token !== null) await redis.hSet(keys.hook(hashOfToken(token)), 'retired', '1');
  }

  async function writeState(workspaceId: string, id: string, state: string): Promise<void> {
    await setStateScript(
      redis,
      [keys.automation(workspaceId, id), keys.automations(workspaceId), keys.deletedAutomations(workspaceId)],
      [state, String(now()), id],
    );
  }

  return { setState, remove };
}

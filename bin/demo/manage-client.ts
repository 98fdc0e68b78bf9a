import { z } from 'zod';

import { Automation } from '#contracts/automation.ts';
import { DeliveryRecord } from '#capabilities/records.ts';
import { Policy } from '#contracts/policy.ts';
import { Agent } from '#contracts/workspace.ts';
import { SetupError } from '../setup-error.ts';
import { manageApi } from './manage-api.ts';

const pollEveryMs = 100;
const runMsMax = 30_000;

interface HeaderPolicy {
  readonly domain: string;
  readonly headerName: string;
  readonly headerValue: string;
}

interface AutomationContent {
  readonly agentId: string;
  readonly name: string;
  readonly filter: string;
  readonly instructions: string;
}

/**
 * The actions of a workspace's owner in the demo, through the management API. Agent and automation of an earlier demo
 * are reused, so that running it again creates no duplicates.
 */
export function manageClient({ apiUrl, token }: { apiUrl: string; token: string }) {
  const { call, find } = manageApi({ apiUrl, token });

  async function agentNamed(name: string): Promise<string> {
    const found = await find(Agent, '/agents', (agent) => agent.name === name);
    return (found ?? (await call(Agent, 'POST', '/agents', { name }))).id;
  }

  /** Allows the agent a domain with this header; replaces the value of an earlier demo. */
  async function allow(agentId: string, policy: HeaderPolicy): Promise<void> {
    const path = `/agents/${agentId}/network-access`;
    const { domain, headerName } = policy;
    const found = await find(Policy, path, (one) => one.domain === domain && one.headerName === headerName);
    if (found === undefined) await call(Policy, 'POST', path, policy);
    else await call(Policy, 'PATCH', `${path}/${found.id}`, { headerValue: policy.headerValue });
  }

  const mayReach = (agentId: string, url: string) =>
    call(z.object({ allowed: z.boolean() }), 'POST', `/agents/${agentId}/network-access/check`, {
      method: 'POST',
      url,
    });

  async function automationWith(content: AutomationContent): Promise<Automation> {
    const { agentId, name, filter, instructions } = content;
    const found = await find(
      Automation,
      '/automations',
      (one) => one.agentId === agentId && one.name === name,
    );
    if (found === undefined) return await call(Automation, 'POST', '/automations', content);
    if (found.state === 'paused') await call(Automation, 'POST', `/automations/${found.id}/resume`);
    return await call(Automation, 'PATCH', `/automations/${found.id}`, { filter, instructions });
  }

  /** The record of a delivery once its run has ended. */
  async function ended(deliveryId: string): Promise<DeliveryRecord> {
    const deadline = Date.now() + runMsMax;
    for (;;) {
      const record = await call(DeliveryRecord, 'GET', `/deliveries/${deliveryId}`);
      if (record.outcome !== 'running') return record;
      if (Date.now() > deadline) throw new SetupError(`The run of ${deliveryId} does not end.`);
      await new Promise((resolve) => setTimeout(resolve, pollEveryMs));
    }
  }

  return { agentNamed, allow, mayReach, automationWith, ended };
}

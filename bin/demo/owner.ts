import { z } from 'zod';

import { Automation } from '../../contracts/automation.ts';
import { DeliveryRecord } from '../../contracts/delivery.ts';
import { Policy } from '../../contracts/policy.ts';
import { SetupError } from '../setup-error.ts';

const pollEveryMs = 100;
const runMsMax = 30_000;

/** What the owner of a workspace does in the demo, over the management API. */
export function createOwner({ apiUrl, token }: { apiUrl: string; token: string }) {
  async function call<T>(schema: z.ZodType<T>, method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${apiUrl}/manage${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new SetupError(`${method} /manage${path} answered ${response.status}: ${text}`);
    return schema.parse(text === '' ? null : JSON.parse(text));
  }

  async function newAgent(name: string): Promise<string> {
    return (await call(z.object({ id: z.string() }), 'POST', '/agents', { name })).id;
  }

  const allow = (agentId: string, policy: object) =>
    call(Policy, 'POST', `/agents/${agentId}/network-access`, policy);

  const mayReach = (agentId: string, url: string) =>
    call(z.object({ allowed: z.boolean() }), 'POST', `/agents/${agentId}/network-access/check`, {
      method: 'POST',
      url,
    });

  const newAutomation = (content: object) => call(Automation, 'POST', '/automations', content);

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

  return { newAgent, allow, mayReach, newAutomation, ended };
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { z } from 'zod';

import { DeliveryRecord } from '#capabilities/records.ts';
import { ActivityRow } from '#contracts/delivery.ts';
import { WorkspaceView } from '#contracts/workspace.ts';
import { until } from './until.ts';

/** The answer of a hook to a delivery that it accepts. */
const Taken = z.object({ status: z.enum(['accepted', 'duplicate']), deliveryId: z.string() });

export interface Sent extends z.infer<typeof Taken> {
  readonly eventId: string;
  /** 1 when the first try was answered. */
  readonly tries: number;
}

const Automation = z.object({ id: z.string(), url: z.string() });
const Agents = z.object({ items: z.array(z.object({ id: z.string() })) });
const Activity = z.object({ items: z.array(ActivityRow), nextCursor: z.string().nullable() });

const tryAgainAfterMs = 400;
const answerWithinMs = 10_000;

/**
 * Sends a delivery as real senders do: the same event id again after 429, 503 and a lost connection, until it is taken.
 */
export async function deliver(hookUrl: string, eventId: string, body: object): Promise<Sent> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(hookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-event-id': eventId },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerWithinMs),
    }).catch(() => null);
    const text = await response?.text().catch(() => undefined);
    if (response?.status === 200 && text !== undefined)
      return { ...Taken.parse(JSON.parse(text)), eventId, tries };
    if (response !== null && ![200, 429, 503].includes(response.status))
      throw new Error(`The hook answered ${response.status}: ${text}`);
    await pause(tryAgainAfterMs);
  }
}

/** A new workspace of a service that was started by its supervisor, seen through the HTTP interface only. */
export async function newOwner(apiUrl: string, dataDir: string) {
  const adminToken = (await readFile(path.join(dataDir, 'admin-token'), 'utf8')).trim();
  const call = async (token: string, method: string, address: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${apiUrl}/manage${address}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${address} answered ${response.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const created = await call(adminToken, 'POST', '/workspaces', { name: 'Shop' });
  const { token } = z.object({ token: z.string() }).parse(created);
  const manage = (method: string, address: string, body?: object) => call(token, method, address, body);

  /** Lets the agent of the workspace reach a domain, with this key attached. */
  async function allow(domain: string, key: string, approval: object = {}): Promise<void> {
    const { items } = Agents.parse(await manage('GET', '/agents'));
    const policy = { domain, headerName: 'X-API-Key', headerValue: key, ...approval };
    await manage('POST', `/agents/${items[0]?.id}/network-access`, policy);
  }

  const newAutomation = async (instructions: string, filter?: string, retry?: object) =>
    Automation.parse(await manage('POST', '/automations', { name: 'Orders', instructions, filter, retry }));

  const record = async (deliveryId: string) =>
    DeliveryRecord.parse(await manage('GET', `/deliveries/${deliveryId}`));

  /** Every row of the activity, newest first. */
  async function activity(automationId: string): Promise<readonly ActivityRow[]> {
    const rows: ActivityRow[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = Activity.parse(
        await manage('GET', `/automations/${automationId}/activity?limit=200${query}`),
      );
      rows.push(...page.items);
      cursor = page.nextCursor;
    }
    return rows;
  }

  /** Resolves when no run of the automation is under way any more. */
  async function untilAllEnded(automationId: string, timeoutMs: number): Promise<void> {
    const areEnded = async () => {
      for (const outcome of ['running', 'waiting']) {
        const rows = await manage('GET', `/automations/${automationId}/activity?outcome=${outcome}`);
        if (Activity.parse(rows).items.length > 0) return false;
      }
      return true;
    };
    await until(`all runs of ${automationId} ended`, areEnded, { timeoutMs });
  }

  const usage = async () => WorkspaceView.parse(await manage('GET', '/workspace')).usage;

  return { token, manage, allow, newAutomation, record, activity, untilAllEnded, usage };
}

export type Owner = Awaited<ReturnType<typeof newOwner>>;

import { setTimeout as pause } from 'node:timers/promises';

import { processIdentity } from '#bin/process-identity.ts';

/** The workspace that a start made, as it printed it. */
export interface Owner {
  readonly url: string;
  readonly token: string;
}

export const isAlive = (pid: number) => processIdentity(pid) !== undefined;

export const status = async (url: string) => (await fetch(url)).status;

/**
 * Sends an order to a hook, as senders do: again after a 503, which says that the start of its run is late. The same event
 * id is the same event.
 */
export async function wake(hookUrl: string, eventId: string) {
  const headers = { 'content-type': 'application/json', 'x-service-event-id': eventId };
  for (;;) {
    const response = await fetch(hookUrl, { method: 'POST', headers, body: '{"event":"order.created"}' });
    const answer = (await response.json()) as { status: string; deliveryId: string };
    if (response.status !== 503) return answer;
    await pause(200);
  }
}

/** A call of the management API, with the token that the start printed. */
export async function manage({ url, token }: Owner, method: string, address: string, body?: object) {
  const response = await fetch(`${url}/manage${address}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return (await response.json()) as Record<string, unknown>;
}

import { setTimeout as pause } from 'node:timers/promises';

/** The service that runs on the copy, and the end of the time that a drill has. */
export interface Drilled {
  readonly url: string;
  readonly adminToken: string;
  readonly signal: AbortSignal;
}

interface Answer extends Readonly<Record<string, unknown>> {
  readonly code?: string;
  readonly eventId?: string;
  readonly status?: string;
}

/** Calls of the management API with one token. Rejects where an answer is no success. */
export const caller =
  ({ url, signal }: Drilled, token: string) =>
  async (method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${url}/manage${path}`, {
      method,
      signal,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Answer;
  };

export type Call = ReturnType<typeof caller>;

/** Calls as the owner of a workspace, with a new token, in the copy alone: a second one would replace it. */
export function createOwners(drilled: Drilled): (workspaceId: string) => Promise<Call> {
  const owners = new Map<string, Promise<Call>>();
  async function newOwner(workspaceId: string): Promise<Call> {
    const operator = caller(drilled, drilled.adminToken);
    const { token } = await operator('POST', `/workspaces/${workspaceId}/token`);
    return caller(drilled, String(token));
  }
  return (workspaceId) => {
    const owner = owners.get(workspaceId) ?? newOwner(workspaceId);
    owners.set(workspaceId, owner);
    return owner;
  };
}

export async function post({ url, signal }: Drilled, hookUrl: string, eventId: string) {
  const response = await fetch(url + new URL(hookUrl).pathname, {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json', 'x-service-event-id': eventId },
    body: '{"event":"drill"}',
  });
  const answer = (await response.json()) as Answer;
  return {
    status: answer.status ?? `${response.status} ${answer.code}`,
    deliveryId: String(answer['deliveryId']),
  };
}

/** The record of a delivery once its run has ended; rejects when the time of the drill is over. */
export async function ended(call: Call, deliveryId: string): Promise<Answer> {
  for (;;) {
    const record = await call('GET', `/deliveries/${deliveryId}`);
    if (record['outcome'] !== 'running') return record;
    await pause(250);
  }
}

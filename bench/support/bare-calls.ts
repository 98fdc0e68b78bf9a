import { Agent, Client, type Dispatcher, request } from 'undici';

import { createDeadline } from '#egress/deadline.ts';
import { egressLimits } from '#egress/limits.ts';
import { sendOnWire } from '#egress/send.ts';
import { parseTarget } from '#egress/target.ts';

export type Method = 'GET' | 'POST';

export const answerBytes = 10_000;
export const postBody = 'An order of two things.';

/** The calls that egress is measured against: to one URL on loopback, with one credential. */
export function bareCalls(url: string, authorization: string) {
  const pooled = new Agent({ connections: 64 });
  const parsed = parseTarget(url);
  if (parsed.kind === 'invalid') throw new Error(parsed.message);
  const { target } = parsed;

  async function send(dispatcher: Dispatcher, method: Method): Promise<void> {
    const content = method === 'POST' && { 'content-type': 'text/plain' };
    const answer = await request(url, {
      dispatcher,
      method,
      headers: { authorization, ...content },
      body: method === 'POST' ? postBody : null,
    });
    if ((await answer.body.text()).length !== answerBytes) throw new Error('not the answer');
  }

  async function sendOnce(dispatcher: Dispatcher, method: Method): Promise<void> {
    await send(dispatcher, method);
    await dispatcher.destroy();
  }

  /** The dispatch of egress alone: no policy, no name, no secret, no redaction, no log. */
  async function least(method: Method): Promise<void> {
    using deadline = createDeadline(egressLimits.totalMs);
    const body = method === 'POST' ? Buffer.from(postBody) : null;
    const addresses = [{ address: target.host, family: 4 } as const];
    const answer = await sendOnWire(
      { target, addresses, method, headers: [['Authorization', authorization]], body },
      { limits: egressLimits, deadline: deadline.signal },
    );
    if (answer.kind !== 'answered' || answer.body.length !== answerBytes) throw new Error('not the answer');
  }

  return {
    fresh: (method: Method) => sendOnce(new Agent({ pipelining: 0 }), method),
    lean: (method: Method) => sendOnce(new Client(target.origin, { pipelining: 0 }), method),
    kept: (method: Method) => send(pooled, method),
    least,
    close: () => pooled.close(),
  };
}

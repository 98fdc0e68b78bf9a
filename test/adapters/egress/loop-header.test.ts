import { describe, expect, it } from 'vitest';

import { testEgress } from './support/egress.ts';
import { httpTarget } from './support/target.ts';

const loopLink = { workspaceId: 'ws_1', cause: 'dlv_1', round: 3 };
/** As the egress of these tests seals it. */
const value = 'ws_1.dlv_1.3';

describe('a request of a run', () => {
  it('carries the loop header as it is sealed, beside what policies attach', async () => {
    await using target = await httpTarget();
    const { send } = testEgress({ lines: [['127.0.0.1', 'X-Api-Key', 'sk_live_0123456789']] });
    await send('POST', target.url, { body: 'x' }, { loopLink });
    expect(target.received).toMatchObject([
      { headers: { 'x-reveille-loop': value, 'x-api-key': 'sk_live_0123456789' } },
    ]);
  });

  it('carries it through redirects, to other hosts too', async () => {
    await using end = await httpTarget();
    await using start = await httpTarget((_, response) =>
      response.writeHead(302, { location: `http://b.test:${end.port}/end` }).end(),
    );
    const { send } = testEgress({ lines: [['a.test'], ['b.test']] });
    await send('GET', `http://a.test:${start.port}`, {}, { loopLink });
    expect([...start.received, ...end.received].map(({ headers }) => headers['x-reveille-loop'])).toEqual([
      value,
      value,
    ]);
  });

  it.each(['X-Reveille-Loop', 'x-reveille-loop', 'X_Reveille_Loop', 'X-Reveille--Loop'])(
    'is not sent where the agent sets %s itself',
    async (name) => {
      await using target = await httpTarget();
      const { send } = testEgress({ lines: [['127.0.0.1']] });
      const result = await send('GET', target.url, { headers: { [name]: 'mine' } }, { loopLink });
      expect(result).toMatchObject({
        kind: 'invalid',
        message: expect.stringContaining('the service sets it'),
      });
      expect(target.received).toEqual([]);
    },
  );

  it('does not show the agent what a target gives back of it, and counts no redaction for it', async () => {
    await using target = await httpTarget(({ headers }, response) => {
      response.setHeader('x-request-id', `<${String(headers['x-reveille-loop'])}>`);
      response.end(JSON.stringify({ headers }));
    });
    const { send, rows, warnings } = testEgress({ lines: [['127.0.0.1']] });
    const result = await send('GET', target.url, {}, { loopLink });
    expect(result).toMatchObject({ kind: 'answered', headers: { 'x-request-id': '<[redacted]>' } });
    expect(JSON.stringify(result)).not.toContain(value);
    expect(rows).toMatchObject([{ redactions: 0 }]);
    expect(warnings).toEqual([]);
  });

  it('carries the one of the service alone, where a policy of older days attaches one', async () => {
    await using target = await httpTarget();
    const { send } = testEgress({ lines: [['127.0.0.1', 'X_Reveille_Loop', 'of-a-policy']] });
    await send('GET', target.url, {}, { loopLink });
    const [{ rawHeaders } = { rawHeaders: [] }] = target.received;
    expect(rawHeaders.filter((text) => /loop/i.test(text))).toEqual(['X-Reveille-Loop']);
    expect(rawHeaders).toContain(value);
    expect(rawHeaders).not.toContain('of-a-policy');
  });
});

it('a request of the owner carries none', async () => {
  await using target = await httpTarget();
  const { send } = testEgress({ lines: [['127.0.0.1']] });
  await send('GET', target.url);
  expect(target.received[0]?.headers).not.toHaveProperty('x-reveille-loop');
});

import { describe, expect, it } from 'vitest';

import type { Alert, AlertRuleWithSecret } from '#contracts/alert.ts';
import { createEmailChannel } from '#alerts/email-channel.ts';
import { createMailTransport } from '#alerts/mail-transport.ts';
import type { AlertSource } from '#alerts/compose-payload.ts';
import { startMailServer } from '#test/support/mail-server.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';

const source: AlertSource = {
  workspaceId: 'ws_1',
  workspaceName: 'Shop',
  alert: {
    id: 'alt_1',
    ruleId: 'alr_1',
    type: 'automation.failed',
    at: 0,
    automationId: 'aut_1',
    automationName: 'Orders\r\nBcc: eve@example.com',
    deliveryId: 'dlv_1',
    outcome: 'failed',
    failures: null,
    silentSince: null,
    refusals: null,
    held: null,
    heldSince: null,
    changes: [],
    state: 'sending',
    status: null,
    error: null,
    tries: 0,
    nextTryAt: null,
    finishedAt: null,
  },
  target: {
    name: 'On call',
    condition: { kind: 'first_failure' },
    channel: { kind: 'email', to: 'ada@example.com' },
  },
  run: {
    reason: 'It refused the connection.',
    reference: 'order-7',
    referenceUrl: null,
    failure: { kind: 'failed', target: 'api.example.com', status: null },
  },
};
const publicUrl = 'https://reveille.example.com';
const channelTo = (smtpUrl: string, from?: string) =>
  createEmailChannel({ transport: createMailTransport({ smtpUrl, from, publicUrl }), publicUrl });

describe('an alert by e-mail', () => {
  it('tells what happened and where to look, and takes no header from a name', async () => {
    await using server = await startMailServer();
    const send = channelTo(server.url);
    expect(await send('ada@example.com', source)).toEqual({ kind: 'delivered', status: null });
    const [mail] = server.received;
    expect(mail).toMatchObject({
      from: 'reveille@reveille.example.com',
      to: ['ada@example.com'],
      user: null,
    });
    expect(mail?.source).toMatch(/^Subject: Orders Bcc: eve@example\.com failed\r$/m);
    expect(mail?.source).not.toMatch(/^Bcc:/m);
    expect(mail?.source).toMatch(/^Message-ID: <alt_1@reveille\.example\.com>\r$/im);
    expect(mail?.source).toMatch(/^Auto-Submitted: auto-generated\r$/im);
    expect(mail?.source).toContain('https://reveille.example.com/console/deliveries/dlv_1');
    expect(mail?.source).toMatch(
      /^Cause: https:\/\/reveille\.example\.com\/console\/causes\/aut_1\.[\w-]{22}\r$/m,
    );
  });

  it('is sent as the user that signs in, where that is an address', async () => {
    const login = { user: 'alerts@example.com', password: 'p@ss word' };
    await using server = await startMailServer({ login });
    const user = encodeURIComponent(login.user);
    const smtpUrl = (password: string) =>
      `smtp://${user}:${encodeURIComponent(password)}@127.0.0.1:${server.port}`;
    const send = channelTo(smtpUrl(login.password));
    expect(await send('ada@example.com', source)).toMatchObject({ kind: 'delivered' });
    expect(server.received).toMatchObject([{ from: login.user, user: login.user }]);

    const wrong = channelTo(smtpUrl('another'));
    expect(await wrong('ada@example.com', source)).toEqual({
      kind: 'failed',
      status: null,
      error: 'The mail server did not accept the user or password of SMTP_URL.',
      isFinal: false,
      retryAfterMs: 0,
    });
  });

  it.each([
    [550, true, 'The mail server refused the e-mail: it answered 550.'],
    [451, false, 'The mail server did not take the e-mail now: it answered 451.'],
  ])('that is answered %i is final: %s', async (refuse, isFinal, error) => {
    await using server = await startMailServer({ refuse });
    const from = 'Reveille <alerts@example.com>';
    const send = channelTo(server.url, from);
    expect(await send('ada@example.com', source)).toMatchObject({ kind: 'failed', error, isFinal });
  });

  it('waits for a server that is not there', async () => {
    const server = await startMailServer();
    await server[Symbol.asyncDispose]();
    const send = channelTo(server.url);
    expect(await send('ada@example.com', source)).toMatchObject({
      error: 'The mail server could not be reached, or did not answer in time.',
      isFinal: false,
    });
  });
});

it('a run that fails is told to an address, once', async () => {
  await using server = await startMailServer();
  await using api = await startApi({ SMTP_URL: server.url, SMTP_FROM: 'Reveille <alerts@example.com>' });
  await using _worker = await startRunsWorker(api);
  const owner = await api.newOwner();
  const automation = await owner.newAutomation({ instructions: 'Feel what the customer feels.' });
  const created = await owner.manage('POST', '/alerts', {
    name: 'By mail',
    condition: { kind: 'first_failure' },
    channel: { kind: 'email', to: 'ada@example.com' },
  });
  const rule = (await created.json()) as AlertRuleWithSecret;
  const response = await fetch(automation.hook, { method: 'POST', body: 'What nobody else should read' });
  const { deliveryId } = (await response.json()) as { deliveryId: string };
  const [alert] = await until(
    'the alert',
    async () => {
      const log = await owner.manage('GET', `/alerts/${rule.id}/log`);
      const { items } = (await log.json()) as { items: Alert[] };
      return items[0]?.state === 'delivered' && items;
    },
    { timeoutMs: 60_000 },
  );
  expect(alert).toMatchObject({ deliveryId, status: null, error: null, tries: 1 });
  expect(server.received).toMatchObject([{ from: 'alerts@example.com', to: ['ada@example.com'] }]);
  expect(server.received[0]?.source).toContain(deliveryId);
  expect(server.received[0]?.source).not.toContain('What nobody else should read');
});

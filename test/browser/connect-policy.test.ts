import { expect, it } from 'vitest';

import { httpTarget } from '#test/adapters/egress/support/target.ts';
import { connectBrowser } from '#test/support/browser.ts';
import { startApi } from '#test/support/service.ts';

it('the button of a policy leads to the page of its authorization server in one click', async () => {
  await using login = await httpTarget((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Agree?</h1>'),
  );
  await using api = await startApi();
  const { manage, workspace } = await api.newOwner();
  const { items } = (await (await manage('GET', '/agents')).json()) as { items: { id: string }[] };
  const agentId = items[0]!.id;
  const urls = { tokenUrl: `${login.url}/token`, authorizationUrl: `${login.url}/page` };
  const oauth = { grant: 'authorization_code', clientId: 'reveille', clientSecret: 'hush', ...urls };
  const made = await manage('POST', `/agents/${agentId}/network-access`, { domain: '127.0.0.1', oauth });
  const { id } = (await made.json()) as { id: string };
  const { open } = await connectBrowser();
  await using visit = await open(`${api.url}/console/sign-in`);
  const { page } = visit;
  await page.fill('[name=token]', workspace.token);
  await page.click('main button');
  await page.waitForURL(/automations/);
  await page.goto(`${api.url}/console/network-access/${id}?agent=${agentId}`);
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.waitForURL(/\/page\?/);
  expect(await page.textContent('h1')).toBe('Agree?');
});

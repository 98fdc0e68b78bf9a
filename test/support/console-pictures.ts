import { mkdir, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { chromium } from 'playwright-core';
import sharp from 'sharp';

import { presentBrowser } from './programs/find-browser.ts';
import { freePort } from '#platform/free-port.ts';
import { startReveille } from './reveille.ts';
import { startOrderTarget } from './target.ts';

// Takes the pictures of the README, light and dark, from a service that it starts and fills:
// node test/support/console-pictures.ts
const folder = path.join(import.meta.dirname, '../../docs/images');
const key = 'key-of-the-picture';

const executablePath = await presentBrowser();
if (executablePath === undefined) throw new Error('There is no Chromium or Chrome on the PATH.');
await using data = await mkdtempDisposable(path.join(tmpdir(), 'reveille-pictures-'));
const settings = {
  PORT: String(await freePort()),
  METRICS_PORT: '0',
  EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8',
};
await using service = startReveille(data.path, settings);
const { url, token } = await service.ready();
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

async function manage(method: string, at: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/manage${at}`, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${at}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

async function post(hook: unknown, body: object, reference: string): Promise<void> {
  const sent = { 'content-type': 'application/json', 'x-service-reference': reference };
  const response = await fetch(String(hook), { method: 'POST', headers: sent, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
}

await using target = await startOrderTarget({ key });
const shop = target.url.replace('127.0.0.1', 'localhost');
const orders = await manage('POST', '/automations', {
  name: 'Paid orders to the ERP',
  filter: 'Only run when the status is paid',
  instructions: `POST ${shop}/orders with JSON {"id": {{id}}, "total": "{{total}}"}. Then reply "Order {{id}} recorded, {{total}} EUR.".`,
});
const tickets = await manage('POST', '/automations', {
  name: 'Refund requests',
  instructions: `POST ${shop}/refunds with JSON {"ticket": {{ticket}}}. Then reply "Refund of ticket {{ticket}} opened.".`,
});
for (const { agentId } of [orders, tickets])
  await manage('POST', `/agents/${String(agentId)}/network-access`, {
    domain: 'localhost',
    headerName: 'X-API-Key',
    headerValue: key,
  }).catch(() => undefined);

const sales = [
  ['paid', '59.90'],
  ['pending', '12.00'],
  ['paid', '104.50'],
  ['paid', '8.75'],
  ['refunded', '31.20'],
  ['paid', '240.00'],
];
for (const [index, [status, total]] of sales.entries())
  await post(orders['url'], { id: 1042 + index, status, total }, `Order ${1042 + index}`);
await post(tickets['url'], { ticket: 311 }, 'Ticket 311');
await post(tickets['url'], { subject: 'no number' }, 'Ticket 312');
while (((await manage('GET', '/deliveries?outcome=running'))['items'] as unknown[]).length > 0)
  await pause(100);

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
await mkdir(folder, { recursive: true });
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
const page = await context.newPage();
await page.goto(`${url}/console`);
await page.locator('input[type=password], input[name=token]').first().fill(token);
await page.keyboard.press('Enter');
await page.waitForURL(/console\/(?!sign-in)/);
for (const colorScheme of ['light', 'dark'] as const) {
  await page.emulateMedia({ colorScheme });
  await page.goto(`${url}/console/activity`);
  const picture = await page.screenshot();
  await sharp(picture)
    .webp({ quality: 82 })
    .toFile(path.join(folder, `console-${colorScheme}.webp`));
}
await browser.close();

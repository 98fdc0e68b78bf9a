import { describe, expect, inject, it } from 'vitest';

import { consoleOfFile, expectGoodInBothColours, widths } from '#test/support/console-pages.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startOrderTarget } from '#test/support/target.ts';

describe.skipIf(inject('browserAddress') === null)('chat in the console', () => {
  const { open, api } = consoleOfFile();

  it.each(widths)(
    'is easy to see, and shows the reply as it comes, at %i pixels, light and dark',
    async (width) => {
      await using target = await startOrderTarget({ key: 'key-of-the-target' });
      await using opened = await open('/console/chat', { look: { width } });
      const { page, manage } = opened;
      const agents = (await (await manage('GET', '/agents')).json()) as { items: { id: string }[] };
      await manage('POST', `/agents/${agents.items[0]?.id}/network-access`, {
        domain: '127.0.0.1',
        headerName: 'X-API-Key',
        headerValue: 'key-of-the-target',
      });
      await expectGoodInBothColours(page, 'chat-empty');
      await page.getByLabel('Message').fill(`GET ${target.url}/orders`);
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Working on it').waitFor();
      await expectGoodInBothColours(page, 'chat-working');
      // The worker begins only now: the page is told of the reply, and is not asked for again.
      await using _worker = await startRunsWorker(api());
      await page.getByText('Working on it').waitFor({ state: 'detached' });
      await expect.poll(() => page.locator('#messages > li').count()).toBe(1);
      await expectGoodInBothColours(page, 'chat');
    },
  );
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { recipes } from '#api/console/recipes/index.ts';
import { connectBrowser } from '#test/support/browser.ts';
import { openConsole } from '#test/support/console-pages.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';

/**
 * How long it takes, by the keystroke-level model of Card, Moran and Newell: each key, also of a text, and a thought before
 * each thing that is done.
 */
const keySeconds = 0.28;
const thoughtSeconds = 1.35;
const secondsMax = 120;

describe.skipIf(inject('browserAddress') === null)('the first minutes in an empty workspace', () => {
  let api: Awaited<ReturnType<typeof startApi>>;
  let worker: Awaited<ReturnType<typeof startRunsWorker>>;
  let browser: Awaited<ReturnType<typeof connectBrowser>>;
  beforeAll(async () => {
    api = await startApi();
    worker = await startRunsWorker(api);
    browser = await connectBrowser();
  });
  afterAll(async () => {
    await worker[Symbol.asyncDispose]();
    await api[Symbol.asyncDispose]();
  });

  /** A keyboard that counts. */
  function keyboardOf(page: Page) {
    let [keys, thoughts] = [0, 0];
    const seconds = () => keys * keySeconds + thoughts * thoughtSeconds;
    const press = async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    };
    const type = async (text: string) => {
      keys += text.length;
      thoughts += 1;
      await page.keyboard.insertText(text);
    };
    const focused = () =>
      page.evaluate<string>(
        `(({ labels, textContent, tagName }) => (labels?.length && tagName !== 'BUTTON' ? labels[0] : { textContent }).textContent.trim().replaceAll(/\\s+/g, ' '))(document.activeElement)`,
      );
    /** Moves on until what has this name is focused. */
    async function tabTo(name: string | RegExp): Promise<void> {
      thoughts += 1;
      const isThere = (text: string) => (typeof name === 'string' ? text === name : name.test(text));
      while (!isThere(await focused())) {
        if (seconds() > secondsMax) throw new Error(`${name} is not reached; last was ${await focused()}`);
        await press('Tab');
      }
    }
    return { press, type, tabTo, seconds };
  }

  /** The farthest by keyboard: every other one is before it. */
  const { id, title } = recipes.at(-1)!;

  it.each([true, false])(
    'lead by keyboard alone from the last of ten recipes to a run that succeeded, with scripts: %s',
    async (scripts) => {
      const owner = await api.newOwner();
      await using target = await startOrderTarget({ key: 'secret-of-the-chat' });
      await using opened = await openConsole({ api, browser, token: owner.workspace.token, scripts });
      const { page } = opened;
      const { press, type, tabTo, seconds } = keyboardOf(page);
      await page.getByRole('link', { name: title }).waitFor();
      await tabTo(title);
      await press('Enter');
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await tabTo('Instructions');
      await press('Control+A');
      const local = target.url.replace('127.0.0.1', 'localhost');
      await type(`POST ${local}/chat with JSON {"text": "{{product.sku}} is running out"}.`);
      if (scripts) await page.locator('.targets').getByText('localhost').waitFor();
      await tabTo('Header of the target');
      await press('Control+A');
      await type('X-API-Key');
      await tabTo('Its value');
      await type('secret-of-the-chat');
      await tabTo('Create and try it');
      await press('Enter');
      await page.waitForURL(new RegExp(`/try\\?recipe=${id}$`));
      await tabTo('Send');
      await press('Enter');
      await page.waitForURL(/\/console\/deliveries\/dlv_/);
      const deliveryId = page.url().split('/').at(-1)!;
      const outcome = async () =>
        ((await (await owner.manage('GET', `/deliveries/${deliveryId}`)).json()) as { outcome: string })
          .outcome;
      await expect.poll(outcome).toBe('succeeded');
      expect(target.seen.map(({ body }) => body)).toEqual(['{"text":"MUG-01 is running out"}']);
      expect(seconds()).toBeLessThan(secondsMax);
    },
  );
});

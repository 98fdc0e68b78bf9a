import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { expect } from 'vitest';
import { z } from 'zod';

import { addressFile, workspaceTokenFile } from '#bin/supervisor/data-folder.ts';
import { limits } from '#domain/limits.ts';
import { runCommand } from '#test/support/reveille.ts';
import { newOwner, type Owner } from '#test/support/supervised.ts';
import { newDataDir } from '#test/support/temporary-folder.ts';
import type { SharedService } from './shared-service.ts';

/** As often as a hook may be asked: what it gets beyond is refused before the deliveries of the workspace are counted. */
const askEveryMs = 60_000 / limits.hookRequestsPerMinute;

const Names = z.object({ items: z.array(z.object({ name: z.string() })) });

/** The data folder that tells the demo where the service is, and the token of a workspace, here one of its own. */
async function folderOf(url: string, { token }: Owner): Promise<string> {
  const folder = await newDataDir();
  await writeFile(path.join(folder, addressFile), url);
  await writeFile(path.join(folder, workspaceTokenFile), token);
  return folder;
}

/** The demo, time and again, on a workspace that has an agent and an automation before. */
export async function playDemo({ url, dataDir }: SharedService): Promise<void> {
  const owner = await newOwner(url, dataDir);
  const { url: hookUrl } = await owner.newAutomation('Summarise the delivery.');
  const folder = await folderOf(url, owner);
  const namesOf = async (what: 'agents' | 'automations') =>
    Names.parse(await owner.manage('GET', `/${what}`)).items.map(({ name }) => name);
  for (let time = 1; time <= 2; time += 1) {
    const { code, output } = await runCommand('demo', folder);
    expect(output).toContain('with the key: ');
    expect(output).not.toContain('without the key');
    expect(output.match(/^ {3}outcome {7}(succeeded|skipped)/gm)).toHaveLength(3);
    expect(code).toBe(0);
  }
  expect(await namesOf('agents')).toHaveLength(2);
  expect(await namesOf('automations')).toEqual(['Demo: paid orders', 'Orders']);

  let isOver = false;
  const full = Promise.withResolvers<void>();
  // Until the demo ended: on a busy machine it takes longer than the first of these count.
  const filling = (async () => {
    while (!isOver) {
      const response = await fetch(hookUrl, { method: 'POST', body: randomUUID() });
      if ((await response.text()).includes('deliveries in the last minute')) full.resolve();
      if (!response.ok) await pause(askEveryMs);
    }
  })();
  await Promise.race([full.promise, filling]);
  const { code, output } = await runCommand('demo', folder);
  isOver = true;
  await filling;
  expect(output).toMatch(/^The delivery was answered 429: .*60 deliveries.* \(Retry-After: \d+\)$/m);
  expect(output).not.toContain('    at ');
  expect(code).toBe(1);
}

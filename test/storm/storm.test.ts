import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test } from 'vitest';

import { testSeed } from '#test/support/seed.ts';
import { isFailed } from './audit/findings.ts';
import { runStorm } from './run-storm.ts';

const faults = [
  'kill-api',
  'kill-worker',
  'kill-redis',
  'kill-temporal',
  'kill-all',
  'freeze-worker',
  'freeze-redis',
  'stop-redis',
  'rolling-restart',
  // Left out where no disk can be mounted.
  'full-disk',
];

test('a small storm loses nothing and does nothing twice, whatever is killed or frozen', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-storm-'));
  const options = { seed: testSeed, deliveries: 150, workspaces: 6, rounds: 1, instances: 1 } as const;
  const { findings, lines, recoveries, log } = await runStorm({
    options: { ...options, faults, perSecond: 6, hold: { attempts: 6 } },
    folder,
  });
  // The logs stay after a failure.
  if (!isFailed(findings)) await rm(folder, { recursive: true, force: true });
  expect(isFailed(findings), `${lines.join('\n')}\n${folder}`).toBe(false);
  expect(recoveries.map(({ name }) => name).toSorted()).toEqual(faults.toSorted());
  expect(log.settled()).toBe(options.deliveries);
  // Work was under way all the time, and faults were felt.
  expect(log.taken()).toBeGreaterThan(options.deliveries / 2);
  expect(log.attempts.some(({ result }) => result.kind === 'nothing' || result.kind === 'refused')).toBe(
    true,
  );
}, 600_000);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { isAlive } from '#test/bin/started-service.ts';
import { plainEnvironment } from '#test/support/reveille.ts';

/** A storm as a process of its own; signals reach it alone, not the services that it started. */
function startStorm(...options: string[]) {
  const main = path.join(import.meta.dirname, 'main.ts');
  const child = spawn(process.execPath, [main, ...options], {
    env: plainEnvironment(),
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return { output: () => output, exited, kill: (signal: NodeJS.Signals) => child.kill(signal) };
}

const mounts = () => (existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8') : '');

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a storm whose main process alone gets %s ends what it started, and leaves nothing behind',
  async (signal) => {
    const size = ['--deliveries', '500', '--workspaces', '1', '--instances', '1'];
    const storm = startStorm(...size, '--rounds', '1', '--faults', 'full-disk');
    // The first line of progress comes after a second, the next much later.
    const isBegun = /^([1-9]\d* of 500 deliveries|0 of 500 deliveries, [1-9]\d* under way)/m;
    await expect.poll(storm.output, { timeout: 240_000 }).toMatch(isBegun);
    const [, folder = ''] = / in (\S+)$/m.exec(storm.output()) ?? [];
    const register = JSON.parse(await readFile(path.join(folder, 'first/children.json'), 'utf8'));
    const pids = (register as readonly { readonly pid: number }[]).map(({ pid }) => pid);
    expect(pids.filter(isAlive).length).toBeGreaterThan(3);
    storm.kill(signal);
    expect([await storm.exited, storm.output()]).toEqual([1, expect.stringMatching(/^Stopped\.$/m)]);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(existsSync(folder)).toBe(false);
    expect(mounts()).not.toContain(folder);
  },
);

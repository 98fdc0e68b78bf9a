import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { findTemporal } from '#bin/embedded/find-temporal.ts';
import { freePort } from '#platform/free-port.ts';

const startWithinMs = 60_000;

async function answers(address: string): Promise<boolean> {
  try {
    const connection = await Connection.connect({ address, connectTimeout: 1_000 });
    try {
      await connection.workflowService.describeNamespace({ namespace: 'default' });
      return true;
    } finally {
      await connection.close();
    }
  } catch {
    return false;
  }
}

/** A Temporal server as they were before standalone activities; nothing is kept after `stop`. */
export async function startPlainTemporal() {
  const command = await findTemporal({ log: () => undefined });
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const flags = ['--headless', '--ip', '127.0.0.1', '--port', String(port), '--log-level', 'error'];
  const child = spawn(
    command,
    ['server', 'start-dev', ...flags, '--dynamic-config-value', 'activity.enableStandalone=false'],
    { stdio: 'ignore' },
  );
  const exited = once(child, 'exit');
  const deadline = Date.now() + startWithinMs;
  while (!(await answers(address))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error('The Temporal server did not start.');
    await pause(50);
  }
  return {
    address,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

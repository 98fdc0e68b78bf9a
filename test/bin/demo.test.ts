import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { processIdentity } from '#bin/process-identity.ts';
import { runCommand } from '#test/support/reveille.ts';
import { freePort } from '#platform/free-port.ts';
import { newDataDir } from '#test/support/temporary-folder.ts';

// On a service that runs it is played in test/e2e/one-service.
it('starts a service where none runs, on the port and folder that are named, and stops it after the story', async () => {
  const dataDir = path.join(await newDataDir(), 'data');
  const port = String(await freePort());
  const { code, output } = await runCommand('demo', dataDir, { PORT: port });
  expect(output).toContain(`ready: http://localhost:${port}\n`);
  expect(output).not.toContain('Try it');
  expect(output).toContain((await readFile(path.join(dataDir, 'workspace-token'), 'utf8')).trim());
  expect(output).toContain('7. What the target saw');
  expect(output).toMatch(/^The demo stops the service that it started\. "npm start" starts it again\.\n$/m);
  expect(code).toBe(0);
  const children = JSON.parse(await readFile(path.join(dataDir, 'children.json'), 'utf8')) as {
    pid: number;
  }[];
  expect(children).toHaveLength(4);
  expect(children.filter(({ pid }) => processIdentity(pid) !== undefined)).toEqual([]);
});

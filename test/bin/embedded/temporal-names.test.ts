import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

import { Connection } from '@temporalio/client';
import { expect, it, onTestFinished } from 'vitest';

import { chooseHiddenUi } from '#bin/embedded/hidden-address.ts';
import { startTemporal } from '#bin/embedded/temporal.ts';
import { freePort } from '#platform/free-port.ts';
import { newDataDir } from '#test/support/temporary-folder.ts';

const workflows = '/api/v1/namespaces/default/workflows';

async function ask(host: string, port: number, name: string) {
  const sent = request({ host, port, path: workflows, headers: { host: name } }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, text: await text(answer) };
}

/** The addresses that a page could lead to, as the system's table of sockets has them; the last is every address. */
const reachable = ['0100007F', '00000000', '00000000000000000000000001000000', '0'.repeat(32)];
const listening = '0A';

/** The ports on which a process listens at such an address. */
function portsOf(pid: number): readonly number[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).map((fd) => {
      const link = readlinkSync(`/proc/${pid}/fd/${fd}`);
      return /^socket:\[(\d+)\]$/.exec(link)?.[1];
    }),
  );
  const rows = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8').trim().split('\n').slice(1),
  );
  return rows.flatMap((row) => {
    const [, local = '', , state, , , , , , inode] = row.trim().split(/\s+/);
    const [address = '', port = ''] = local.split(':');
    const isIts = state === listening && sockets.has(inode) && reachable.includes(address);
    return isIts ? [Number.parseInt(port, 16)] : [];
  });
}

it('a page that rebinds its name to this machine reads no workflow of the development server', async () => {
  const temporal = await startTemporal({
    dataDir: await newDataDir(),
    inMemory: true,
    uiPort: await freePort(),
    uiName: 'ui.example',
    endsWithUs: true,
    log: () => undefined,
  });
  onTestFinished(() => temporal.stop());
  const own = (name: string) => ask('127.0.0.1', temporal.uiPort, name);
  const names = [`localhost:${temporal.uiPort}`, '127.0.0.1', 'ui.example'];
  // It takes a moment until its Web UI has a connection of its own.
  for (const name of names) await expect.poll(() => own(name)).toMatchObject({ status: 200 });
  expect(await own('evil.example')).toMatchObject({ status: 403 });
  expect(await own(`evil.example:${temporal.uiPort}`)).toMatchObject({ status: 403 });
  // The interface for programs is there as before.
  const connection = await Connection.connect({ address: temporal.address });
  onTestFinished(() => connection.close());
  await connection.workflowService.listWorkflowExecutions({ namespace: 'default' });
});

it.runIf(process.platform === 'linux')(
  'no other port of the development server tells a browser of workflows, whatever name it asks by',
  async () => {
    const hiddenUi = await chooseHiddenUi();
    const options = { dataDir: await newDataDir(), inMemory: true, endsWithUs: true, hiddenUi };
    const temporal = await startTemporal({ ...options, log: () => undefined });
    onTestFinished(() => temporal.stop());
    // There it does answer whatever name it is called by.
    const askHidden = () => ask(hiddenUi.host, hiddenUi.port, 'evil.example');
    await expect.poll(askHidden).toMatchObject({ status: 200 });
    const ports = portsOf(temporal.pid);
    expect(ports).toContain(temporal.port);
    expect(ports).not.toContain(hiddenUi.port);
    for (const port of ports.filter((one) => one !== temporal.port))
      for (const name of ['evil.example', 'localhost']) {
        const answer = await ask('127.0.0.1', port, name).catch(() => ({ status: 0, text: '' }));
        expect([port, name, answer.status === 200 && answer.text.includes('{')]).toEqual([port, name, false]);
      }
  },
);

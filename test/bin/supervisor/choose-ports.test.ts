import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { choosePorts } from '#bin/supervisor/choose-ports.ts';
import { openDataFolder } from '#bin/supervisor/data-folder.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { freePort } from '#platform/free-port.ts';

const newFolder = async () => openDataFolder(await temporaryFolder('reveille-ports-test-'));
const preference = (explicit: number | undefined, preferred = 8080) =>
  [{ name: 'api', variable: 'PORT', explicit, preferred }] as const;

async function busyPort(host = '127.0.0.1') {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, [Symbol.asyncDispose]: async () => void (await once(server.close(), 'close')) };
}

it('takes the port that was asked for', async () => {
  using claims = new DisposableStack();
  const port = await freePort();
  expect(await choosePorts(await newFolder(), preference(port), claims)).toEqual({ api: port });
});

it.each(['127.0.0.1', '0.0.0.0', '::'])('refuses a port that another program has on %s', async (host) => {
  using claims = new DisposableStack();
  await using busy = await busyPort(host);
  await expect(choosePorts(await newFolder(), preference(busy.port), claims)).rejects.toThrow(
    `Port ${busy.port} is in use. Stop the program that uses it, or set PORT to another port.`,
  );
});

it('takes the next free port where none was asked for, and remembers it', async () => {
  const data = await newFolder();
  const chosen = await (async () => {
    using claims = new DisposableStack();
    await using busy = await busyPort();
    const { api } = await choosePorts(data, preference(undefined, busy.port), claims);
    expect(api).toBeGreaterThan(busy.port);
    return { api, preferred: busy.port };
  })();
  using claims = new DisposableStack();
  expect(await choosePorts(data, preference(undefined, chosen.preferred), claims)).toEqual({
    api: chosen.api,
  });
});

it('does not remember a port that was asked for', async () => {
  const data = await newFolder();
  const [asked, preferred] = [await freePort(), await freePort()];
  const first = new DisposableStack();
  await choosePorts(data, preference(asked), first);
  first.dispose();
  using second = new DisposableStack();
  expect(await choosePorts(data, preference(undefined, preferred), second)).toEqual({ api: preferred });
});

it('gives two starts at the same moment different ports', async () => {
  using claims = new DisposableStack();
  const preferred = await freePort();
  const [first, second] = await Promise.all(
    [await newFolder(), await newFolder()].map((data) =>
      choosePorts(data, preference(undefined, preferred), claims),
    ),
  );
  expect(first?.api).not.toBe(second?.api);
});

it('takes any free port for 0', async () => {
  using claims = new DisposableStack();
  expect((await choosePorts(await newFolder(), preference(0), claims)).api).toBeGreaterThan(1023);
});

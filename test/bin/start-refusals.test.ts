import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startReveille } from '#test/support/reveille.ts';
import { newDataDir } from '#test/support/temporary-folder.ts';

// Most of these wait for servers that do not answer.
describe.concurrent('npm start, when it cannot be', () => {
  it.for<[Record<string, string>, string]>([
    [{ PORT: 'eighty' }, 'Wrong environment: PORT must be a whole number.'],
    [{ MASTER_KEYS: 'secret' }, 'Wrong environment: MASTER_KEYS must be id:base64 of 32 bytes.'],
    [{ MODEL: 'gpt' }, 'Wrong environment: MODEL must be provider/model-id'],
  ])('starts nothing with %j, and names the variable', async ([settings, sentence], { onTestFinished }) => {
    const dataDir = path.join(await newDataDir(onTestFinished), 'data');
    const start = startReveille(dataDir, settings);
    expect(await start.exited).toBe(1);
    expect(start.output()).toContain(sentence);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('ends with a sentence when the port that was asked for is in use', async ({ onTestFinished }) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const start = startReveille(await newDataDir(onTestFinished), { PORT: String(port) });
    expect(await start.exited).toBe(1);
    expect(start.output()).toContain(
      `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`,
    );
    server.close();
  });

  it.for([
    ['REDIS_URL', 'redis://127.0.0.1:1', 'The Redis of REDIS_URL does not answer'],
    ['TEMPORAL_ADDRESS', '127.0.0.1:1', 'The Temporal of TEMPORAL_ADDRESS does not answer'],
  ] as const)('ends with a sentence when the server of %s is away', async (row, { onTestFinished }) => {
    const [name, address, sentence] = row;
    const start = startReveille(await newDataDir(onTestFinished), { [name]: address });
    expect(await start.exited).toBe(1);
    expect(start.output()).toContain(sentence);
  });
});

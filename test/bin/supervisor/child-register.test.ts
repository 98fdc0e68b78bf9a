import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { processIdentity } from '#bin/process-identity.ts';
import { createChildRegister } from '#bin/supervisor/child-register.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const newFile = async () => path.join(await temporaryFolder('reveille-children-'), 'children.json');

it('ends what an earlier supervisor left behind, and only that', async () => {
  const file = await newFile();
  const [left, ended] = [spawn('sleep', ['60']), spawn('sleep', ['60'])];
  const earlier = createChildRegister(file);
  earlier.record('redis', left.pid!);
  earlier.record('api', ended.pid!);
  ended.kill();
  await once(ended, 'exit');
  const exit = once(left, 'exit');
  expect(await createChildRegister(file).endLeftOvers()).toEqual(['redis']);
  expect((await exit)[1]).toBe('SIGTERM');
});

it('kills what does not end, and waits for the death', async () => {
  const file = await newFile();
  const stubborn = spawn('bash', ['-c', 'trap "" TERM; echo ready; while true; do sleep 1; done']);
  await once(stubborn.stdout, 'data');
  createChildRegister(file).record('api', stubborn.pid!);
  const exit = once(stubborn, 'exit');
  expect(await createChildRegister(file).endLeftOvers()).toEqual(['api']);
  expect((await exit)[1]).toBe('SIGKILL');
});

it('leaves a process alone that only has the pid of a child of then', async () => {
  const file = await newFile();
  const stranger = spawn('sleep', ['60']);
  await writeFile(file, JSON.stringify([{ name: 'redis', pid: stranger.pid, identity: 'another boot' }]));
  expect(await createChildRegister(file).endLeftOvers()).toEqual([]);
  expect(processIdentity(stranger.pid!)).toBeDefined();
  stranger.kill();
});

it('follows a child that was started again', async () => {
  const file = await newFile();
  const [first, second] = [spawn('sleep', ['60']), spawn('sleep', ['60'])];
  const register = createChildRegister(file);
  register.record('api', first.pid!);
  register.record('api', second.pid!);
  const exit = once(second, 'exit');
  expect(await createChildRegister(file).endLeftOvers()).toEqual(['api']);
  await exit;
  expect(processIdentity(first.pid!)).toBeDefined();
  first.kill();
});

it.each(['', 'half a li', '{"name":"redis"}'])('starts afresh where the register says %j', async (text) => {
  const file = await newFile();
  await writeFile(file, text);
  expect(await createChildRegister(file).endLeftOvers()).toEqual([]);
});

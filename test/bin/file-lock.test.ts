import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tryLock, waitForLock } from '#bin/file-lock.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const newFile = async () => path.join(await temporaryFolder('reveille-lock-'), 'lock');

it('is held by one, taken for the next, and free after the release', async () => {
  const file = await newFile();
  const first = tryLock(file);
  expect(tryLock(file)).toEqual({ status: 'taken', pid: process.pid });
  if (first.status === 'held') first.release();
  expect(tryLock(file).status).toBe('held');
});

it('ends with a process that is killed', async () => {
  const file = await newFile();
  const script = `
    import { tryLock } from ${JSON.stringify(path.resolve('bin/file-lock.ts'))};
    const { status } = tryLock(process.argv[1]);
    globalThis.gc();
    console.log(status);
    setInterval(() => {}, 1000);
  `;
  const holder = spawn(process.execPath, ['--expose-gc', '--input-type=module', '--eval', script, file]);
  onTestFinished(() => void holder.kill('SIGKILL'));
  expect(String(await once(holder.stdout, 'data'))).toBe('held\n');
  expect(tryLock(file)).toEqual({ status: 'taken', pid: holder.pid });
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(tryLock(file).status).toBe('held');
});

it('does not care what an earlier holder wrote', async () => {
  const file = await newFile();
  await writeFile(`${file}.pid`, 'not a pid');
  expect(tryLock(file).status).toBe('held');
});

it('tells who is waited for, and is given up by the signal', async () => {
  const file = await newFile();
  tryLock(file);
  const giveUp = new AbortController();
  const waitedFor: number[] = [];
  const waiting = waitForLock(file, giveUp.signal, (pid) => {
    waitedFor.push(pid);
    giveUp.abort();
  });
  await expect(waiting).rejects.toThrow('aborted');
  expect(waitedFor).toEqual([process.pid]);
});

it('goes to the one that waits when its holder lets go', async () => {
  const file = await newFile();
  const holder = tryLock(file);
  using _lock = await waitForLock(file, undefined, () => holder.status === 'held' && holder.release());
  expect(tryLock(file).status).toBe('taken');
});

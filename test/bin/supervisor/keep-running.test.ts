import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { watchOver, type BackgroundProcess } from '#bin/embedded/background-process.ts';
import { SetupError } from '#bin/setup-error.ts';
import { keepRunning } from '#bin/supervisor/keep-running.ts';

/** A part that runs until it is killed; every start is recorded. */
function sleeper() {
  const starts: (BackgroundProcess | undefined)[] = [];
  const started: ((process: BackgroundProcess) => void)[] = [];
  const start = async (previous: BackgroundProcess | undefined) => {
    const child = watchOver(spawn('sleep', ['60'], { stdio: 'ignore' }));
    starts.push(previous);
    started.shift()?.(child);
    return await Promise.resolve(child);
  };
  const nextStart = () => new Promise<BackgroundProcess>((resolve) => started.push(resolve));
  return { start, starts, nextStart };
}

const roomy = { untilRoom: () => Promise.resolve(false) };
const noGivingUp = (error: SetupError) => expect.unreachable(error.message);

it('starts a process that died again, telling it which one it follows', async () => {
  const said: string[] = [];
  const { start, starts, nextStart } = sleeper();
  const settings = { ...roomy, say: (line: string) => said.push(line), onGivenUp: noGivingUp };
  const kept = await keepRunning('The sleeper', start, settings);
  const again = nextStart();
  process.kill(kept.first.pid, 'SIGKILL');
  const second = await again;
  expect(starts).toEqual([undefined, kept.first]);
  expect(said[0]).toBe('The sleeper ended (SIGKILL); it is started again.');
  await kept.stop(1_000);
  expect(await second.exited).toBe('SIGTERM');
});

it('gives up on the sixth death in a minute', async () => {
  const given = Promise.withResolvers<SetupError>();
  let starts = 0;
  const start = () => {
    starts += 1;
    return Promise.resolve(watchOver(spawn('false', { stdio: 'ignore' })));
  };
  const kept = await keepRunning('The failure', start, {
    ...roomy,
    say: () => {},
    onGivenUp: given.resolve,
  });
  expect((await given.promise).message).toBe(
    'The failure ended more than 5 times in a minute; everything is stopped.',
  );
  expect(starts).toBe(6);
  await kept.stop(1_000);
}, 15_000);

it('counts a start that fails as a death, and says why', async () => {
  const said: string[] = [];
  const given = Promise.withResolvers<SetupError>();
  const start = (previous: BackgroundProcess | undefined) =>
    previous === undefined
      ? Promise.resolve(watchOver(spawn('false', { stdio: 'ignore' })))
      : Promise.reject(new SetupError('There is no port left.'));
  const kept = await keepRunning('The failure', start, {
    ...roomy,
    say: (line) => said.push(line),
    onGivenUp: given.resolve,
  });
  await given.promise;
  expect(said).toContain('There is no port left.');
  await kept.stop(1_000);
}, 15_000);

it('counts no death while the disk is full, and starts again when there is room', async () => {
  const deaths = 8;
  const lived = Promise.withResolvers<BackgroundProcess>();
  let starts = 0;
  const start = () => {
    starts += 1;
    if (starts <= deaths) return Promise.resolve(watchOver(spawn('false', { stdio: 'ignore' })));
    lived.resolve(watchOver(spawn('sleep', ['60'], { stdio: 'ignore' })));
    return lived.promise;
  };
  const settings = { untilRoom: () => Promise.resolve(true), say: () => {}, onGivenUp: noGivingUp };
  const kept = await keepRunning('The failure', start, settings);
  await lived.promise;
  expect(starts).toBe(deaths + 1);
  await kept.stop(1_000);
}, 15_000);

it('kills what does not end within its grace', async () => {
  const stubborn = spawn('bash', ['-c', 'trap "" TERM; echo ready; while true; do sleep 1; done']);
  await new Promise((resolve) => stubborn.stdout.once('data', resolve));
  const kept = await keepRunning('The stubborn', () => Promise.resolve(watchOver(stubborn)), {
    ...roomy,
    say: () => {},
    onGivenUp: noGivingUp,
  });
  await kept.stop(100);
  expect(await kept.first.exited).toBe('SIGKILL');
});

it('passes on why the first start failed', async () => {
  const start = () => Promise.reject(new SetupError('Redis is missing.'));
  const settings = { ...roomy, say: () => {}, onGivenUp: noGivingUp };
  await expect(keepRunning('Redis', start, settings)).rejects.toThrow('Redis is missing.');
});

import { randomUUID } from 'node:crypto';
import { ApplicationFailure, cancellationSignal } from '@temporalio/activity';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { withHeartbeat } from '#activities/with-heartbeat.ts';
import { createComputeRunner, type ComputeRunner } from '#temporal/run-compute.ts';
import { bundleOf } from '#test/support/bundle-of.ts';
import { startPlainTemporal } from '#test/support/plain-temporal.ts';
import { quietRuntime } from '#test/support/quiet-runtime.ts';

const never = new AbortController().signal;

/** Activities that tell what happened to them. */
function createProbe() {
  const cancelled = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  let attempts = 0;
  return {
    cancelled: cancelled.promise,
    started: started.promise,
    attempts: () => attempts,
    activities: {
      double: async ({ number }: { number: number }) => ({ number: number * 2 }),
      refuse: async () => {
        attempts += 1;
        throw ApplicationFailure.nonRetryable('Not this one.', 'INVALID_IMAGE');
      },
      hang: () =>
        withHeartbeat(async () => {
          started.resolve();
          const signal = cancellationSignal();
          await new Promise<void>((resolve) =>
            signal.addEventListener('abort', () => resolve(), { once: true }),
          );
          cancelled.resolve();
          throw signal.reason as Error;
        }),
    },
  };
}

async function startService(address: string) {
  quietRuntime();
  const probe = createProbe();
  const taskQueues = { compute: `compute-${randomUUID()}`, runs: `runs-${randomUUID()}` };
  const [connection, native] = [
    await Connection.connect({ address }),
    await NativeConnection.connect({ address }),
  ];
  const workers = [
    await Worker.create({ connection: native, taskQueue: taskQueues.compute, activities: probe.activities }),
    await Worker.create({
      connection: native,
      taskQueue: taskQueues.runs,
      workflowBundle: await bundleOf(),
    }),
  ];
  const running = workers.map((worker) => worker.run());
  const client = new Client({ connection });
  return {
    probe,
    client,
    runner: createComputeRunner({ client, taskQueues }),
    async stop() {
      for (const worker of workers) worker.shutdown();
      await Promise.all(running);
      await connection.close();
      await native.close();
    },
  };
}

const call = (activity: string, input: object, timeoutMs = 20_000) => ({
  activity,
  id: `test-${randomUUID()}`,
  input,
  summary: activity,
  timeoutMs,
});

type Service = Awaited<ReturnType<typeof startService>>;

/** The behaviour on every server. */
function behaves(service: () => Service) {
  const runner = (): ComputeRunner => service().runner;

  it('gives what the activity returns', async () => {
    expect(await runner().run(call('double', { number: 21 }), never)).toEqual({ number: 42 });
  });

  it("rejects with the activity's own failure, which is not tried again", async () => {
    await expect(runner().run(call('refuse', {}), never)).rejects.toMatchObject({
      type: 'INVALID_IMAGE',
      message: 'Not this one.',
    });
    expect(service().probe.attempts()).toBe(1);
  });

  it('stops waiting and cancels the work when the caller goes away', async () => {
    const caller = new AbortController();
    const gone = new Error('gone');
    const answer = runner().run(call('hang', {}), caller.signal);
    await service().probe.started;
    caller.abort(gone);
    await expect(answer).rejects.toBe(gone);
    await service().probe.cancelled;
  });

  it('does not start for a caller who is gone already', async () => {
    await expect(runner().run(call('double', {}), AbortSignal.abort(new Error('gone')))).rejects.toThrow(
      'gone',
    );
  });
}

describe('on a server with standalone activities', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService(inject('temporalAddress'));
  });
  afterAll(() => service.stop());
  behaves(() => service);

  it('starts no workflow', async () => {
    const job = call('double', { number: 1 });
    await service.runner.run(job, never);
    await expect(service.client.workflow.getHandle(job.id).describe()).rejects.toThrow('workflow not found');
    expect((await service.client.activity.getHandle(job.id).describe()).status).toBe('COMPLETED');
  });

  it('gives up after the time limit when no worker serves the queue', async () => {
    const runner = createComputeRunner({
      client: service.client,
      taskQueues: { compute: 'nobody', runs: 'nobody' },
    });
    await expect(runner.run(call('double', {}, 500), never)).rejects.toThrow('Failed to get activity result');
  });
});

describe('on a server without standalone activities', () => {
  let service: Service;
  let server: Awaited<ReturnType<typeof startPlainTemporal>>;
  beforeAll(async () => {
    server = await startPlainTemporal();
    service = await startService(server.address);
  });
  afterAll(async () => {
    await service.stop();
    await server.stop();
  });
  behaves(() => service);

  it('runs a workflow of one activity instead', async () => {
    const job = call('double', { number: 1 });
    await service.runner.run(job, never);
    const { type } = await service.client.workflow.getHandle(job.id).describe();
    expect(type).toBe('computeTask');
  });
});

describe('calls that wait', () => {
  it('are served after one that is quick, although it came last', async () => {
    quietRuntime();
    const address = inject('temporalAddress');
    const taskQueues = { compute: `compute-${randomUUID()}`, runs: 'unused' };
    const connection = await Connection.connect({ address });
    const native = await NativeConnection.connect({ address });
    const client = new Client({ connection });
    const { run } = createComputeRunner({ client, taskQueues });
    const calls: Promise<unknown>[] = [];
    for (const name of ['first', 'second', 'third', 'quick']) {
      const waiting = { ...call('note', { name }), isQuick: name === 'quick' };
      calls.push(run(waiting, never));
      const status = async () =>
        await client.activity
          .getHandle(waiting.id)
          .describe()
          .then(
            (description) => description.status,
            () => null,
          );
      // On the queue before the next one is.
      await expect.poll(status).toBe('RUNNING');
    }
    const served: string[] = [];
    const worker = await Worker.create({
      connection: native,
      taskQueue: taskQueues.compute,
      maxConcurrentActivityTaskExecutions: 1,
      activities: { note: async ({ name }: { name: string }) => void served.push(name) },
    });
    await worker.runUntil(Promise.all(calls));
    await connection.close();
    await native.close();
    expect(served[0]).toBe('quick');
    expect(served).toHaveLength(4);
  });
});

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfRights } from '#compute/pdf/pdf-process.ts';
import { forkOptions } from '#compute/processes/fork-options.ts';
import { childPids, watchChildren } from './support/child-memory.ts';
import { startEngine, type TestEngine } from './support/engine.ts';
import { hostileFiles } from './support/hostile.ts';
import { longPdf, makePdf } from './support/make-pdf.ts';

const actions = [
  ['get-info', null],
  ['pdf-to-text', null],
  ['split', '1'],
  ['merge', null],
] as const;

/** Smaller than in production, so that the tests are quick; of processor time, so that they hold on a busy machine. */
const timeoutMs = 1_000;
const limits = {
  slack: 20,
  memoryBytesMax: 350_000_000,
  timeoutsMs: { 'get-info': timeoutMs, 'pdf-to-text': timeoutMs, split: timeoutMs, merge: timeoutMs },
};

describe('hostile files', () => {
  let engine: TestEngine;
  let good: Uint8Array;
  beforeAll(async () => {
    engine = await startEngine(limits);
    good = await makePdf(1);
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  it.each(Object.entries(hostileFiles))(
    '%s: an answer for every action, while others are served',
    async (_, make) => {
      const bytes = make();
      const memory = process.platform === 'linux' ? watchChildren() : undefined;
      for (const [action, ranges] of actions) {
        engine.events.length = 0;
        const [outcome, others] = await Promise.all([
          engine.outcome(action, action === 'merge' ? [bytes, bytes] : [bytes], ranges),
          engine.info(good),
        ]);
        expect(others.pageCount).toBe(1);
        if (outcome.status === 'refused') {
          expect(outcome).toMatchObject({ code: expect.stringMatching(/^(INVALID_PDF|PAYLOAD_TOO_LARGE)$/) });
          expect(outcome.message).not.toMatch(/pdf\.js|pdfium|qpdf|tmp|\//i);
        }
        // One loss at most: the file is not tried again in the next process.
        expect(engine.events.filter(({ reason }) => reason !== 'spent').length).toBeLessThanOrEqual(1);
      }
      if (memory) expect(memory.stop()).toBeLessThan(700_000_000);
    },
  );
});

describe('the processes', () => {
  it.runIf(process.platform === 'linux')(
    'start with the job that finds no other free, or one in advance',
    async () => {
      const others = childPids().length;
      const started = () => childPids().length - others;
      await using engine = await startEngine();
      expect(started()).toBe(0);
      engine.engine.warmUp();
      await expect.poll(started).toBe(1);
      const file = await makePdf(1);
      await engine.info(file);
      expect(started()).toBe(1);
      await Promise.all([engine.info(file), engine.info(file)]);
      expect(started()).toBe(2);
    },
  );

  it('refuse a file that takes too long, and go on', async () => {
    await using engine = await startEngine({
      ...limits,
      timeoutsMs: { ...limits.timeoutsMs, 'pdf-to-text': 20 },
    });
    expect(await engine.outcome('pdf-to-text', [longPdf(300)])).toMatchObject({
      status: 'refused',
      code: 'INVALID_PDF',
      message: expect.stringContaining('takes too long'),
    });
    expect(engine.events).toEqual([{ reason: 'time', action: 'pdf-to-text' }]);
    expect((await engine.info(await makePdf(2))).pageCount).toBe(2);
  });

  it('are replaced after their number of jobs', async () => {
    await using engine = await startEngine({ processes: 1, jobsPerProcess: 2 });
    const file = await makePdf(1);
    for (let job = 0; job < 3; job += 1) await engine.info(file);
    expect(engine.events).toEqual([{ reason: 'spent', action: 'get-info' }]);
  });

  it('are replaced when they keep too much memory', async () => {
    await using engine = await startEngine({ processes: 1, idleBytesMax: 1 });
    await engine.info(await makePdf(1));
    expect(engine.events).toEqual([{ reason: 'spent', action: 'get-info' }]);
  });

  it.runIf(process.platform === 'linux')(
    'are replaced when somebody kills them, and no job is lost',
    async () => {
      const before = new Set(childPids());
      await using engine = await startEngine({ processes: 1 });
      const file = await makePdf(1);
      await engine.info(file);
      for (const pid of childPids().filter((child) => !before.has(child))) process.kill(pid, 'SIGKILL');
      const outcomes = [await engine.outcome('get-info', [file]), await engine.outcome('get-info', [file])];
      expect(outcomes.at(-1)).toMatchObject({ status: 'done' });
    },
  );

  it('answer more jobs than there are processes, each with its own result', async () => {
    await using engine = await startEngine();
    const counts = [1, 2, 3, 4, 5, 6, 7, 8];
    const infos = await Promise.all(counts.map(async (count) => engine.info(await makePdf(count))));
    expect(infos.map(({ pageCount }) => pageCount)).toEqual(counts);
  });

  it('stop a job that nobody waits for', async () => {
    await using engine = await startEngine({ processes: 1 });
    const file = longPdf(1_500);
    const caller = new AbortController();
    const gone = new Error('gone');
    const running = engine.outcome('pdf-to-text', [file], null, caller.signal);
    const queued = engine.outcome('pdf-to-text', [file], null, caller.signal);
    const settled = Promise.allSettled([running, queued]);
    const input = async () => {
      const folders = await readdir(engine.workDir);
      return (await Promise.all(folders.map((folder) => readdir(join(engine.workDir, folder))))).flat();
    };
    await expect.poll(input, { interval: 1 }).toContain('1.pdf');
    caller.abort(gone);
    expect((await settled).map((result) => result.status === 'rejected' && result.reason === gone)).toEqual([
      true,
      true,
    ]);
    expect((await engine.info(await makePdf(1))).pageCount).toBe(1);
  });

  it('go on when a sweep took their folder', async () => {
    await using engine = await startEngine({ processes: 1 });
    const file = await makePdf(2);
    await engine.info(file);
    await rm(engine.workDir, { recursive: true });
    expect((await engine.text(await engine.split(file, '2'))).text).toContain('Page 2');
    expect(engine.events).toEqual([]);
  });

  it('leave nothing of a job behind', async () => {
    await using engine = await startEngine({ processes: 1 });
    await engine.split(await makePdf(2), '1');
    const folders = await readdir(engine.workDir);
    const files = await Promise.all(folders.map((folder) => readdir(join(engine.workDir, folder))));
    expect(files.flat()).toEqual([]);
  });

  it('are gone with their folders when the engine is closed, and so is the queue', async () => {
    const engine = await startEngine({ processes: 1 });
    const file = await makePdf(1);
    await engine.info(file);
    await engine.engine.close();
    expect(await readdir(engine.workDir)).toEqual([]);
    await expect(engine.info(file)).rejects.toThrow('closed');
    await engine[Symbol.asyncDispose]();
  });
});

describe('the rights of a process', () => {
  const attempts = {
    'read a file of the system': `require('node:fs').readFileSync('/etc/hostname')`,
    'list the folder above its own': `require('node:fs').readdirSync('..')`,
    'write beside its folder': `require('node:fs').writeFileSync('../x', '')`,
    'write into our code': `require('node:fs').writeFileSync(${JSON.stringify(join(import.meta.dirname, 'x'))}, '')`,
    'start a program': `require('node:child_process').execSync('true')`,
    'start a thread': `new (require('node:worker_threads').Worker)('0', { eval: true })`,
    'make code from a string': `new Function('return 1')()`,
    'change compiled code': `require('node:fs').writeFileSync(process.env.NODE_COMPILE_CACHE + '/x', '')`,
  };

  /** The result of a script in a process with the rights of ours, in place of our program. */
  async function didIn(script: string) {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'pdf-child-')));
    const compileCache = await realpath(await mkdtemp(join(tmpdir(), 'pdf-compiled-')));
    const lines = Object.entries(attempts).map(
      ([name, code]) => `try { ${code}; did.push(${JSON.stringify(name)}); } catch {}`,
    );
    const path = join(folder, 'probe.cjs');
    await writeFile(
      path,
      `const did = []; ${script} ${lines.join('\n')}
require('node:fs').writeFileSync('own', ''); process.send({ did, env: Object.keys(process.env) });`,
    );
    const child = fork(path, [], forkOptions({ ...pdfRights(folder), compileCache }));
    const [message] = (await once(child, 'message')) as [{ did: string[]; env: string[] }];
    child.kill('SIGKILL');
    await once(child, 'exit');
    const left = await readdir(compileCache, { recursive: true });
    for (const used of [folder, compileCache]) await rm(used, { recursive: true });
    return { ...message, left };
  }

  it('nothing but compute, in its own folder', async () => {
    const module = fileURLToPath(import.meta.resolve('#pdf/child/leave-compiled-code.ts'));
    const { did, env, left } = await didIn(`require(${JSON.stringify(module)}).leaveCompiledCode();`);
    expect(did).toEqual([]);
    expect(env.filter((name) => !name.startsWith('NODE_'))).toEqual([]);
    expect(left.length).toBeGreaterThan(1);
  });

  it('leave compiled code for the next one, which it gives up before its first job', async () => {
    expect((await didIn('')).did).toEqual(['change compiled code']);
  });
});

describe.runIf(process.platform === 'linux')('a process that never comes to rest', () => {
  it('dies with the process that started it', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'pdf-orphan-')));
    const busy = join(folder, 'busy.cjs');
    await writeFile(busy, 'process.send("busy", () => { for (;;); });');
    const options = import.meta.resolve('#compute/processes/fork-options.ts');
    const parent = join(folder, 'parent.mjs');
    await writeFile(
      parent,
      `import { fork } from 'node:child_process';
import { forkOptions } from ${JSON.stringify(options)};
const child = fork(${JSON.stringify(busy)}, [], forkOptions({ readable: [], ownFolder: ${JSON.stringify(folder)}, nodeOptions: [] }));
child.once('message', () => process.send(child.pid));`,
    );
    const started = fork(parent, [], { execArgv: [] });
    const [pid] = (await once(started, 'message')) as [number];
    started.kill('SIGKILL');
    await once(started, 'exit');
    await expect.poll(() => isAlive(pid)).toBe(false);
    await rm(folder, { recursive: true });
  });
});

/** A dead process keeps its entry until its parent collects its status. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
}

import { fork, type ChildProcess } from 'node:child_process';

import {
  type ImageJob,
  type ImageJobDone,
  imageLimits,
  imageProgram,
  type MeasureResult,
  type Program,
} from '@reveille/tools';
import { DomainError } from '../../domain/domain-error.ts';

/**
 * Measures images in a process of its own: a decoder that crashes or hangs takes one image with it and nothing else. The
 * process starts with the first image, sees neither our environment nor more files than its own code, and has one
 * image at a time, so that its memory is that of the largest image allowed.
 */
export function createImageProcess(
  options: { readonly measureMs?: number; readonly program?: Program } = {},
) {
  const { measureMs = imageLimits.measureMs, program = imageProgram() } = options;
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let jobs = 0;
  let isClosed = false;

  async function measure(bytes: Uint8Array, options: { withJpeg: boolean }): Promise<MeasureResult> {
    if (waiting >= imageLimits.waitingMax) {
      throw new DomainError('INTERNAL_ERROR', 'Too many images are waiting to be analysed.', {
        hint: 'Try again in a few seconds.',
      });
    }
    waiting += 1;
    const mine = last.then(() => measureAlone(bytes, options.withJpeg));
    last = mine.catch(() => undefined);
    return await mine.finally(() => (waiting -= 1));
  }

  async function measureAlone(bytes: Uint8Array, withJpeg: boolean): Promise<MeasureResult> {
    if (isClosed) throw new Error('The image process is closed.');
    const worker = (child ??= start(program));
    jobs += 1;
    const result = await oneJob(worker, { id: jobs, bytes, withJpeg }, measureMs);
    if (result.isSpent) {
      child = undefined;
      worker.kill('SIGKILL');
    }
    return result.answer;
  }

  /** Ends the process; an image that is under way is lost. */
  async function close(): Promise<void> {
    isClosed = true;
    const worker = child;
    child = undefined;
    if (!worker || worker.exitCode !== null || worker.signalCode !== null) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.kill('SIGKILL');
    await ended;
  }

  return { measure, close };
}

interface JobEnd {
  readonly answer: MeasureResult;
  /** The process hangs or is gone. */
  readonly isSpent: boolean;
}

function oneJob(worker: ChildProcess, job: ImageJob, measureMs: number): Promise<JobEnd> {
  return new Promise<JobEnd>((resolve, reject) => {
    const end = (finish: () => void) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('exit', onExit).off('error', reject);
      finish();
    };
    const onMessage = ({ id, result }: ImageJobDone) => {
      if (id === job.id) end(() => resolve({ answer: result, isSpent: false }));
    };
    const onExit = () => end(() => resolve({ answer: { status: 'unreadable' }, isSpent: true }));
    const timer = setTimeout(() => {
      end(() => resolve({ answer: { status: 'too-slow' }, isSpent: true }));
    }, measureMs);
    worker.on('message', onMessage).once('exit', onExit).once('error', reject);
    // An error of sending means that the process is gone, which its exit tells as well.
    worker.send(job, () => undefined);
  });
}

function start({ entry, readable }: Program): ChildProcess {
  return fork(entry, {
    serialization: 'advanced',
    env: {},
    execArgv: [
      '--permission',
      '--allow-addons',
      ...readable.map((path) => `--allow-fs-read=${path}`),
      '--no-warnings',
    ],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

import {
  type ImageJob,
  type ImageJobDone,
  imageLimits,
  imageProgram,
  type MeasureResult,
} from '@reveille/tools';
import { DomainError } from '../../domain/domain-error.ts';
import { ANONYMOUS } from '../fair-queue.ts';
import type { QueueLimits, WorkLimits } from '../limits.ts';
import { type ComputeProcess, startComputeProcess } from '../processes/compute-process.ts';
import { type Program, readablePaths } from '../processes/program.ts';
import { createTurns } from '../turns.ts';

interface ImagePoolOptions extends Partial<WorkLimits>, Partial<QueueLimits> {
  readonly program?: Program;
}

const defaults = {
  timeoutMs: imageLimits.measureMs,
  memoryBytesMax: 1_500_000_000,
  waitMsMax: 60_000,
  waitingMax: 31,
} as const;

const busy = () =>
  new DomainError('INTERNAL_ERROR', 'Too many images are waiting to be analysed.', {
    hint: 'Try again in a few seconds.',
  });

/** Not validated: the message comes from our own program and holds only numbers and a small copy of the image. */
const resultOf = (message: unknown): MeasureResult => (message as ImageJobDone).result;

/**
 * Measures images in a separate process, so that a decoder that crashes or hangs loses one image only. The process
 * starts with the first image and handles one at a time, which bounds its memory to the largest allowed image. Callers
 * take turns.
 */
export function createImagePool(options: ImagePoolOptions = {}) {
  const { program = imageProgram, ...limits } = { ...defaults, ...options };
  const turns = createTurns({ slots: ['process'], ...limits, busy });
  let current: ComputeProcess | undefined;
  let isClosed = false;

  async function living(): Promise<ComputeProcess> {
    if (current !== undefined && !current.hasExited()) return current;
    const nodeOptions = ['--allow-addons'];
    const started = await startComputeProcess(program.entry, {
      readable: readablePaths(program),
      nodeOptions,
    });
    current = started;
    if (isClosed) await close();
    return started;
  }

  async function measure(
    bytes: Uint8Array,
    { withJpeg }: { readonly withJpeg: boolean },
    caller: string = ANONYMOUS,
  ): Promise<MeasureResult> {
    const { release } = await turns.take(caller);
    try {
      const end = await (await living()).run({ bytes, withJpeg } satisfies ImageJob, limits);
      if (end.status === 'answered') return resultOf(end.message);
      return { status: end.reason === 'time' ? 'too-slow' : 'unreadable' };
    } finally {
      release();
    }
  }

  /** Ends the process; an image in progress is lost. */
  async function close(): Promise<void> {
    isClosed = true;
    turns.close(new Error('The image pool is closed.'));
    await current?.kill();
  }

  return { measure, close };
}

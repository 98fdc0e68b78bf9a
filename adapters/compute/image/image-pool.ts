import {
  type ImageJob,
  type ImageJobDone,
  imageLimits,
  imageProgram,
  type MeasureResult,
} from '@reveille/tools';
import { DomainError } from '#domain/domain-error.ts';
import { ANONYMOUS } from '../fair-queue.ts';
import type { QueueLimits, WorkLimits } from '../limits.ts';
import { memoryBytes, memoryShares } from '../memory.ts';
import { type ComputeProcess, startComputeProcess } from '../processes/compute-process.ts';
import { type Program, readablePaths } from '../processes/program.ts';
import { createTurns } from '../turns.ts';
import { imageSize } from 'image-size';

interface ImagePoolOptions extends Partial<WorkLimits>, Partial<QueueLimits> {
  readonly program?: Program;
}

const defaults = {
  timeoutMs: imageLimits.measureMs,
  memoryBytesMax: memoryShares(memoryBytes()).imageProcessBytes,
  waitMsMax: 60_000,
  waitingMax: 31,
} as const;

const busy = () =>
  new DomainError('INTERNAL_ERROR', 'Too many images are waiting to be analysed.', {
    hint: 'Try again in a few seconds.',
  });

/** Not validated: the message comes from our own program and holds only numbers and a small copy of the image. */
const resultOf = (message: unknown): MeasureResult => (message as ImageJobDone).result;

/** A process that is started with the first image and again after a loss. */
function keepProcess(program: Program) {
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

  async function close(): Promise<void> {
    isClosed = true;
    await current?.kill();
  }

  return { living, close };
}

/** A photograph of 16 megapixels; a dearer image may take seconds. */
const lightCostMax = 16_000_000;

/**
 * Measures images in two separate processes, so that a decoder that crashes or hangs loses one image only. Each handles one
 * image at a time, which bounds its memory to the largest allowed image. Callers take turns, none has both processes, and
 * heavy images of however many callers have one, so that the other one stays for light images.
 */
export function createImagePool(options: ImagePoolOptions = {}) {
  const { program = imageProgram, ...limits } = { ...defaults, ...options };
  const slots = [keepProcess(program), keepProcess(program)];
  const turns = createTurns({ slots, callerSlotsMax: 1, ...limits, busy });
  const heavyTurns = createTurns({ slots: ['heavy'], ...limits, busy });

  async function measure(
    bytes: Uint8Array,
    { withJpeg }: { readonly withJpeg: boolean },
    caller: string = ANONYMOUS,
  ): Promise<MeasureResult> {
    const heavy = imageCost(bytes) > lightCostMax ? await heavyTurns.take(caller) : null;
    try {
      return await measureInTurn(bytes, withJpeg, caller);
    } finally {
      heavy?.release();
    }
  }

  async function measureInTurn(bytes: Uint8Array, withJpeg: boolean, caller: string): Promise<MeasureResult> {
    const { slot, release } = await turns.take(caller);
    try {
      const end = await (await slot.living()).run({ bytes, withJpeg } satisfies ImageJob, limits);
      if (end.status === 'answered') return resultOf(end.message);
      return { status: end.reason === 'time' ? 'too-slow' : 'unreadable' };
    } finally {
      release();
    }
  }

  /** Ends the processes; images in progress are lost. */
  async function close(): Promise<void> {
    for (const one of [heavyTurns, turns]) one.close(new Error('The image pool is closed.'));
    await Promise.all(slots.map((slot) => slot.close()));
  }

  return { measure, close };
}

/** PNG has 16 bits a channel where this byte of its header says so; other formats have about 8. */
const pngDepthAt = 24;
const pngStart = 0x89504e47;

/** A size that stands further behind is not looked for: a hostile file could take seconds. */
const headerBytesMax = 65_536;

/**
 * The work of decoding an image by its header: pixels, twice as many where each has 16 bits a channel. Infinite where the
 * header does not tell.
 */
export function imageCost(bytes: Uint8Array): number {
  try {
    const { width, height } = imageSize(bytes.subarray(0, headerBytesMax));
    return width * height * (isDeep(bytes) ? 2 : 1);
  } catch {
    return Infinity;
  }
}

const isDeep = (bytes: Uint8Array): boolean =>
  bytes.byteLength > pngDepthAt &&
  new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) === pngStart &&
  bytes[pngDepthAt] === 16;

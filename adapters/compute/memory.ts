import { availableParallelism, totalmem } from 'node:os';

const mebibyte = 2 ** 20;

/** Bytes that the processes of this machine or container may use together. */
export function memoryBytes(): number {
  const limit = process.constrainedMemory();
  return Math.min(totalmem(), limit > 0 ? limit : Infinity);
}

/** The heap of a thread for untrusted work. */
export const threadBytesMax = 256 * mebibyte;
/** Above it a process for PDFs is killed. */
export const pdfProcessBytesMax = 700_000_000;
const imageProcessBytesMax = 1_500_000_000;
/** A busy Redis stores this much within its time limit; with more at once it would count as away, for everybody. */
const bodyBytesMax = 128 * mebibyte;
/** Memory of a connection and of a body that nobody reads yet. */
const connectionBytes = 84 * 1_024;
const connectionsMax = 20_000;

const within = (least: number, wanted: number, most: number) =>
  Math.max(least, Math.min(Math.floor(wanted), most));

/** How a process divides the memory that it may use, if all of these are at their limits at once. */
export const memoryShares = (bytes: number, cores: number = availableParallelism()) => ({
  /**
   * For bodies in flight. While one is answered it is there two or three times: as it came, as text, and on its way to the
   * store.
   */
  bodyBytes: Math.min(Math.floor(bytes / 8), bodyBytesMax),
  connections: within(64, bytes / 4 / connectionBytes, connectionsMax),
  /** For long texts; each has a processor of its own. */
  heavyThreads: within(2, bytes / 4 / threadBytesMax, Math.max(2, cores - 1)),
  imageProcessBytes: Math.min(imageProcessBytesMax, Math.floor((bytes / 8) * 5)),
  /** Beside a worker, which takes an eighth of 2 GiB. */
  pdfProcesses: (most: number) => within(1, ((bytes / 8) * 7) / pdfProcessBytesMax, most),
});

import { readFileSync } from 'node:fs';

/** The limit if the system does not tell it. */
const unknownMax = 8_192;

/** Files and sockets that this process may have open. */
export function openFilesMax(): number {
  try {
    const limit = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(limit ?? unknownMax);
  } catch {
    return unknownMax;
  }
}

/** The files that a process has open itself: its logs, stores and threads. */
const ownFiles = 256;

/** Connections that a server holds at once where its operator does not say; `affordableMax`: for which there is memory. */
export const usualConnectionsMax = (filesMax: number, affordableMax: number): number =>
  Math.max(64, Math.min(affordableMax, filesMax - ownFiles));

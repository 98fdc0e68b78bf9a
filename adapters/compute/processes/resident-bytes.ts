import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The resident memory of a process; undefined when it is gone. */
export async function residentBytes(pid: number): Promise<number | undefined> {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid: number): number | undefined {
  try {
    // Synchronous: libuv's thread pool may be busy for longer than a decompression bomb needs.
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
  } catch {
    return undefined;
  }
}

async function fromPs(pid: number): Promise<number | undefined> {
  const answer = await execute('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => undefined);
  const kilobytes = Number(answer?.stdout.trim());
  return kilobytes > 0 ? kilobytes * 1_024 : undefined;
}

import { readFileSync } from 'node:fs';

/** The process ids of our children, on Linux. All are started by our first thread. */
export function childPids(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'latin1');
  return children.split(' ').filter(Boolean).map(Number);
}

/** The most that it ever had, as the kernel notes it. */
function mostBytesOf(pid: number): number {
  try {
    return 1_024 * Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Follows the memory of our children; `stop` gives the most that one of them ever had. */
export function watchChildren(): { stop: () => number } {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, ...childPids().map(mostBytesOf));
  }, 50);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

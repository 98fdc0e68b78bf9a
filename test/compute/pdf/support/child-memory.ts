import { readdirSync, readFileSync } from 'node:fs';

/** The process ids of our children, on Linux. */
export function childPids(): number[] {
  return readdirSync(`/proc/${process.pid}/task`).flatMap((task) =>
    childrenOf(task).split(' ').filter(Boolean).map(Number),
  );
}

/** A thread that has ended since has none. */
function childrenOf(task: string): string {
  try {
    return readFileSync(`/proc/${process.pid}/task/${task}/children`, 'latin1');
  } catch {
    return '';
  }
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

import { readFileSync } from 'node:fs';

/** The unit of /proc, which is the same on every platform of Linux that Node supports. */
const tickMs = 10;

/** The processor time that a process has used, its threads included; undefined when it is gone, and outside Linux. */
export function processorMs(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program, in parentheses, may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return undefined;
  }
}

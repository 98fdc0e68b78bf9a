import { readFile } from 'node:fs/promises';

/** Linux counts processor time in hundredths of a second, whatever the kernel's own tick is. */
const msPerTick = 10;

/** Milliseconds of processor time of a running process, all its threads; NaN where the system has no /proc. */
async function cpuMsOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program, in brackets, may contain spaces; `utime` and `stime` are fields 14 and 15.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}

/** Processor time by part, in milliseconds. */
export type CpuTimes<Part extends string> = Readonly<Record<Part, number>>;

/** The processor time of each process while `work` ran. `pids`: of the parts that take part in it. */
export async function withCpuTime<T, Part extends string>(
  pids: Readonly<Record<Part, number>>,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly cpuMs: CpuTimes<Part> }> {
  const before = await timesOf(pids);
  const result = await work();
  const after = await timesOf(pids);
  const parts = Object.keys(pids) as Part[];
  const used = parts.map((part) => [part, after[part] - before[part]]);
  return { result, cpuMs: Object.fromEntries(used) as Record<Part, number> };
}

async function timesOf<Part extends string>(pids: Readonly<Record<Part, number>>): Promise<CpuTimes<Part>> {
  const parts = Object.keys(pids) as Part[];
  const times = await Promise.all(parts.map(async (part) => [part, await cpuMsOf(pids[part])] as const));
  return Object.fromEntries(times) as Record<Part, number>;
}

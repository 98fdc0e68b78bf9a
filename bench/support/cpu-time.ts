import { readdir, readFile } from 'node:fs/promises';

/** Linux counts processor time in hundredths of a second, whatever the kernel's own tick is. */
const msPerTick = 10;

/** Milliseconds of processor time of a running process, all its threads; NaN where the system has no /proc. */
async function cpuMsOf(pid: number): Promise<number> {
  const fields = await statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}

/** From the third field on: the name of the program, in brackets, may contain spaces. `utime` and `stime` are fields 14 and 15. */
async function statOf(pid: number | string): Promise<readonly string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** The same of processes with all their descendants, those included that ended and were waited for (fields 16 and 17). */
export async function cpuMsOfTrees(roots: readonly number[]): Promise<number> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const stats = new Map(
    await Promise.all(pids.map(async (pid) => [Number(pid), await statOf(pid)] as const)),
  );
  const timeOf = (pid: number): number => {
    const ticks = (stats.get(pid) ?? []).slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    const children = [...stats].filter(([, [, parent]]) => Number(parent) === pid);
    return children.reduce((sum, [child]) => sum + timeOf(child), ticks * msPerTick);
  };
  return roots.length === 0 || stats.size === 0
    ? Number.NaN
    : roots.reduce((sum, pid) => sum + timeOf(pid), 0);
}

/** Processor time by part, in milliseconds. */
export type CpuTimes<Part extends string> = Readonly<Record<Part, number>>;

/** The processor time of each process while `work` ran. `pids`: of the parts that take part in it. `read`: that of one. */
export async function withCpuTime<T, Part extends string>(
  pids: Readonly<Record<Part, number>>,
  work: () => Promise<T>,
  read: (pid: number) => Promise<number> = cpuMsOf,
): Promise<{ readonly result: T; readonly cpuMs: CpuTimes<Part> }> {
  const before = await timesOf(pids, read);
  const result = await work();
  const after = await timesOf(pids, read);
  const parts = Object.keys(pids) as Part[];
  const used = parts.map((part) => [part, after[part] - before[part]]);
  return { result, cpuMs: Object.fromEntries(used) as Record<Part, number> };
}

async function timesOf<Part extends string>(
  pids: Readonly<Record<Part, number>>,
  read: (pid: number) => Promise<number>,
): Promise<CpuTimes<Part>> {
  const parts = Object.keys(pids) as Part[];
  const times = await Promise.all(parts.map(async (part) => [part, await read(pids[part])] as const));
  return Object.fromEntries(times) as Record<Part, number>;
}

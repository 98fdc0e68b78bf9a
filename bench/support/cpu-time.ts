import { readFile } from 'node:fs/promises';

/** Linux counts processor time in hundredths of a second, whatever the kernel's own tick is. */
const msPerTick = 10;

/** The numbers of a process from its field 14 on, which the kernel counts its processor time in; the name before them may contain spaces. */
async function timesIn(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return [11, 12, 13, 14].map((index) => Number(fields[index]) * msPerTick);
}

/** Milliseconds of processor time of a running process, all its threads; NaN where the system has no /proc. */
async function cpuMsOf(pid: number): Promise<number> {
  const [user = Number.NaN, system = Number.NaN] = await timesIn(pid);
  return user + system;
}

/** The same with all processes that it started, also those that have ended: a server may have one for each connection. */
export async function cpuMsWithChildren(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = await Promise.all(text.split(' ').filter(Boolean).map(Number).map(cpuMsWithChildren));
  return [...(await timesIn(pid)), ...children].reduce((sum, one) => sum + one, 0);
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

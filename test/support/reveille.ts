import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** Settings of the machine that a start in a test must not see. */
const ownSettings =
  /^(TEMPORAL_|EGRESS_ALLOW_ADDRESSES$|REDIS_URL$|PORT$|METRICS_PORT$|PUBLIC_URL$|ADMIN_TOKEN$|MASTER_KEYS$|MODEL|npm_)/;

/** The environment of this machine without settings of ours. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ownSettings.test(name)));
}

/** The output of `npm run <command>` on this data folder, and its exit code. */
export async function runCommand(
  command: string,
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
) {
  const child = spawn(process.execPath, ['bin/launch.mjs', command, ...args], {
    cwd: root,
    env: { ...plainEnvironment(), DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/**
 * `npm start` on a data folder, as a user sees it: what it prints, its exit code, its children. `cwd` is another copy of
 * the repository.
 */
export function startReveille(dataDir: string, settings: Readonly<Record<string, string>> = {}, cwd = root) {
  const child = spawn(process.execPath, ['bin/launch.mjs', 'start'], {
    cwd,
    env: { ...plainEnvironment(), DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const looks = new Set<() => void>();
  const exited = once(child, 'close').then(([code]) => code as number | null);
  /** Resolves when this appears in the output; rejects when the start ends before. */
  const printed = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(output);
        if (found === null) return;
        looks.delete(look);
        resolve(found);
      };
      looks.add(look);
      void exited.then((code) => reject(new Error(`The start ended with ${code}:\n${output}`)));
      look();
    });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
      for (const look of looks) look();
    });

  /** Waits for the line that begins with `ready`; gives the facts below it. */
  async function ready() {
    const [, url = ''] = await printed(/^ready: (\S+)$/m);
    const [, hookUrl = ''] = await printed(/curl -X POST '(\S+)'/);
    const token = (await readFile(path.join(dataDir, 'workspace-token'), 'utf8')).trim();
    return { url, hookUrl, token };
  }

  /** The children on record, by name; the last one is what counts. */
  async function children(): Promise<Readonly<Record<string, number>>> {
    const text = await readFile(path.join(dataDir, 'children.json'), 'utf8');
    const entries = JSON.parse(text) as readonly { name: string; pid: number }[];
    return Object.fromEntries(entries.map(({ name, pid }) => [name, pid]));
  }

  return {
    pid: child.pid!,
    output: () => output,
    printed,
    ready,
    children,
    exited,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    stop: async (signal: NodeJS.Signals = 'SIGTERM') => {
      child.kill(signal);
      return await exited;
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

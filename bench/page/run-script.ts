import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { nodeWithParentDeathSignal } from '#compute/processes/parent-death-signal.ts';
import type { Figure } from '../support/figures.ts';

/** Runs one benchmark in a process of its own and returns the figures that it sent. Its output goes to the terminal. */
export async function runScript(name: string, args: readonly string[]): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  const script = path.resolve(import.meta.dirname, '..', `${name}.ts`);
  const child = fork(script, args, nodeWithParentDeathSignal([]));
  child.on('message', (figure) => figures.push(figure as Figure));
  // After the last message, unlike "exit".
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  if (code !== 0) throw new Error(`The benchmark ${name} ended with ${signal ?? `exit code ${code}`}.`);
  return figures;
}

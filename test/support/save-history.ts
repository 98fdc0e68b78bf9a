import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';

import type { WorkflowHandle } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';

/** Saves the history of a workflow, without a word about this machine. */
export async function saveHistory(folder: string, kind: string, handle: WorkflowHandle): Promise<void> {
  const history: unknown = JSON.parse(historyToJSON(await handle.fetchHistory()));
  const file = path.join(folder, `${kind}.history.json`);
  await writeFile(file, `${JSON.stringify(withoutMachine(history), null, 1)}\n`);
}

/** The identity of a step's worker, and queues that are named after it, are of no use to a history replay. */
function withoutMachine(value: unknown, name?: string): unknown {
  if (name === 'identity') return 'worker';
  if (typeof value === 'string') return value.includes(hostname()) ? 'worker' : value;
  if (Array.isArray(value)) return value.map((item) => withoutMachine(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [member, withoutMachine(inner, member)]),
  );
}

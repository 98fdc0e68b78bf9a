import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startReveille } from '#test/support/reveille.ts';

export type Refusal = Awaited<ReturnType<typeof refusedByDatabase>>;

/** A start with a database of Temporal that is empty, after which its operator did what it said. */
export async function refusedByDatabase(dataDir: string) {
  const file = path.join(dataDir, 'temporal.db');
  await writeFile(file, '');
  const start = startReveille(dataDir);
  const code = await start.exited;
  const [command = ''] = /for f in .*; done/.exec(start.output()) ?? [];
  const { status } = spawnSync('bash', ['-c', command]);
  return { file, code, output: start.output(), commandCode: status, isAside: existsSync(`${file}.broken`) };
}

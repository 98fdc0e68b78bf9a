import { execFileSync } from 'node:child_process';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { onLoopback, type Ports } from './compose/hosts.ts';
import { root } from './compose/read-compose.ts';

/** By the script of deploy/. `ports`: where servers are on loopback. */
export async function makeSecrets(folder: string, secrets: string, ports: Ports | null): Promise<void> {
  // PostgreSQL runs as another user and passes through.
  await chmod(folder, 0o711);
  execFileSync('sh', ['deploy/make-secrets.sh', secrets], { cwd: root });
  if (ports === null) return;
  for (const name of ['blobs-url', 'redis-url', 'redis-cache-url']) {
    const file = path.join(secrets, name);
    const text = await readFile(file, 'utf8');
    await rm(file);
    await writeFile(file, onLoopback(text, ports), { mode: 0o444 });
  }
}

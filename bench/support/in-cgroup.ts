// The API in a memory control group (version 1 or 2) of its own, which must be there: `CGROUP` is its folder.
import { writeFileSync } from 'node:fs';
import path from 'node:path';

writeFileSync(path.join(process.env['CGROUP'] ?? '', 'cgroup.procs'), String(process.pid));
await import('#api/main.ts');

import { spawnSync } from 'node:child_process';

// The program `docker` of a script: the run carries its words out, or answers the command that has its streams. docker.ts
const [origin = '', ...words] = process.argv.slice(2);
const response = await fetch(origin, { method: 'POST', body: JSON.stringify(words) });
if (!response.ok) {
  process.stderr.write(`${await response.text()}\n`);
  process.exit(1);
}
const [program, ...args] = (await response.json()) as readonly string[];
if (program !== undefined) process.exitCode = spawnSync(program, args, { stdio: 'inherit' }).status ?? 1;

/**
 * Requests generated from the OpenAPI document against every operation of a running service: no response may be a 5xx
 * or have a status, header or body that the document does not declare, and no invalid request may be accepted. Exits
 * with 1 otherwise. Schemathesis is installed from PyPI into a temporary folder on the first run; python3 with venv is
 * needed. The service must be a disposable one on this machine, with a quota that is high enough:
 * PUBLIC_QUOTA=100000000.
 *
 *   node bench/schemathesis.ts http://127.0.0.1:8080 DATA_DIR [examples per operation] [seed]
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const version = '4.32.5';
const [base = 'http://127.0.0.1:8080', dataDir = '.data', examples = '50', seed = '1'] =
  process.argv.slice(2);
if (!['127.0.0.1', 'localhost', '[::1]'].includes(new URL(base).hostname))
  throw new Error('Only a service on this machine.');

const folder = path.join(tmpdir(), `reveille-schemathesis-${version}`);
const program = path.join(folder, 'bin/schemathesis');
if (!existsSync(program)) {
  run('python3', ['-m', 'venv', folder]);
  run(path.join(folder, 'bin/pip'), ['install', '--quiet', `schemathesis==${version}`]);
}

const settings = await mkdtemp(path.join(tmpdir(), 'reveille-schemathesis-run-'));
const file = path.join(settings, 'schemathesis.toml');
await writeFile(file, await configuration());
const status = run(
  program,
  [
    '--config-file',
    file,
    'run',
    `${base}/openapi.json`,
    '--phases=examples,coverage,fuzzing',
    '--seed',
    seed,
  ],
  settings,
);
await rm(settings, { recursive: true });
process.exit(status);

async function configuration(): Promise<string> {
  const bearer = async (name: string) =>
    JSON.stringify(`Bearer ${(await readFile(path.join(dataDir, name), 'utf8')).trim()}`);
  return `
base-url = ${JSON.stringify(base)}
headers = { Authorization = ${await bearer('workspace-token')} }
continue-on-failure = true
request-timeout = 30

[generation]
max-examples = ${Number(examples)}

# Some rules no schema can say: two files for a merge, a range within the pages, a cursor that we gave out, an agent that
# no automation uses any more. What fits the schema may be refused, with a declared status.
[checks.positive_data_acceptance]
enabled = false

[[operations]]
include-path-regex = "^/manage/(workspaces|waitlist)"
headers = { Authorization = ${await bearer('admin-token')} }
`;
}

function run(command: string, args: readonly string[], cwd = '.'): number {
  const result = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (result.error) throw result.error;
  return result.status ?? 1;
}

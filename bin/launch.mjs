// The entry of the npm scripts. Plain JavaScript without packages: it runs on Node 20 or newer
// in a fresh clone, installs the packages of package-lock.json, and runs the command with the Node version pinned there.
// Without a command it only installs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const pinnedNode = path.join(root, 'node_modules/node/bin/node');
const oldestNode = 20;
const typeStrippingNode = 24;
/** Caches compiled code, which halves the startup time of our processes. */
const compileCache = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/reveille/compiled') };
const isProduction = process.env.NODE_ENV === 'production';
const ownMajor = Number(process.versions.node.split('.')[0]);

const [command, ...args] = process.argv.slice(2);
// A name is a file of bin/; what is not part of the service has the path of its file.
const script = path.join(root, command?.includes('/') ? '.' : 'bin', `${command}.ts`);

if (ownMajor < oldestNode) fail(`Node ${oldestNode} or newer is needed; this is ${process.version}.`);
if (command !== undefined && !existsSync(script)) fail(`There is no command "${command}".`);
if (!isInstalled() && isWritable(root)) await install();
if (command !== undefined) process.exit(await run(nodeToUse(), [script, ...args]));

/** Whether node_modules matches the lockfile. Packages for other systems, and in an image those of tests, are absent on purpose. */
function isInstalled() {
  const wanted = packagesOf(path.join(root, 'package-lock.json'));
  const present = packagesOf(path.join(root, 'node_modules/.package-lock.json'));
  return Object.entries(wanted)
    .filter(([folder, { optional, dev }]) => folder !== '' && !optional && !(dev && isProduction))
    .every(([folder, { version }]) => present[folder]?.version === version);
}

/** Whether packages can be installed there. An image has what it needs, and nobody may change it. */
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function packagesOf(lockfile) {
  return existsSync(lockfile) ? JSON.parse(readFileSync(lockfile, 'utf8')).packages : {};
}

async function install() {
  console.error('Installing the packages of package-lock.json (npm ci). This takes about a minute.');
  const startedAt = Date.now();
  const ticker = setInterval(() => {
    console.error(`Still installing the packages (${Math.round((Date.now() - startedAt) / 1000)} s).`);
  }, 10_000);
  // Includes development packages explicitly: NODE_ENV=production would omit what `npm test` needs.
  const code = await run('npm', ['ci', '--include=dev', '--loglevel=error'], {
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  });
  clearInterval(ticker);
  if (code !== 0) fail('npm ci failed; its messages are above. Put that right and try again.');
  console.error('The packages are installed.');
}

function nodeToUse() {
  if (existsSync(pinnedNode)) return pinnedNode;
  if (ownMajor >= typeStrippingNode) return process.execPath;
  return fail(
    'The pinned Node is missing, because npm was told not to run install scripts. ' +
      `Run "npm rebuild node --ignore-scripts=false", or use Node ${typeStrippingNode} or newer.`,
  );
}

/**
 * Runs a program on our terminal and forwards signals. A signal that ends it ends us in the same way. If we are killed,
 * the command notices by its closed IPC channel; if npm is killed, we notice by our new parent and end the command.
 */
async function run(program, programArgs, options = { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }) {
  const child = spawn(program, programArgs, {
    cwd: root,
    env: { ...compileCache, ...process.env },
    ...options,
  });
  const forward = (signal) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  const parent = process.ppid;
  const watch = setInterval(
    () => process.env.npm_lifecycle_event && process.ppid !== parent && forward('SIGTERM'),
    200,
  );
  const [code, signal] = await once(child, 'exit').catch((error) =>
    fail(`${program} did not start: ${error.message}`),
  );
  for (const name of signals) process.off(name, forward);
  clearInterval(watch);
  if (signal === null) return code;
  process.kill(process.pid, signal);
  return 1;
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { officialCode } from './official-code.ts';
import { officialRows } from './official-rows.ts';
import { goCode, pythonCode } from './other-languages.ts';

/** Is unpacked alone: its many dependencies are of no use here. */
const nodes = 'n8n-nodes-base';

type Run = (command: string, ...args: readonly string[]) => string;

const programOf = (name: string): string => new URL(`programs/${name}`, import.meta.url).pathname;

function installNode(folder: string, run: Run): void {
  const names = [...officialCode, ...officialRows]
    .filter(({ package: name }) => name !== nodes)
    .map(({ package: name, version }) => `${name}@${version}`);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  run('npm', 'install', '--ignore-scripts', ...new Set(names), 'lodash@4.17.21');
  const version = officialCode.find(({ package: name }) => name === nodes)?.version;
  run('npm', 'pack', `${nodes}@${version}`);
  const modules = join(folder, 'node_modules');
  for (const name of [nodes, 'n8n-workflow']) mkdirSync(join(modules, name), { recursive: true });
  run('tar', 'xzf', `${nodes}-${version}.tgz`, '-C', join(modules, nodes), '--strip-components=1');
  writeFileSync(join(modules, 'n8n-workflow', 'index.js'), 'module.exports = {};\n');
}

/** Without Airflow itself, of which nothing is called. */
const alone = 'airflow-provider-inbound-webhooks';

function installPython(folder: string, run: Run): void {
  const pip = join(folder, 'python', 'bin', 'pip');
  const packages = [...new Set(pythonCode.map(({ package: name, version }) => `${name}==${version}`))];
  const isAlone = (name: string) => name.startsWith(alone);
  run('python3', '-m', 'venv', 'python');
  run(pip, 'install', '--no-deps', ...packages.filter(isAlone));
  // Later releases of pyOpenSSL have no function that the SDK of PayPal calls.
  const others = packages.filter((name) => !isAlone(name));
  run(pip, 'install', ...others, 'setuptools', 'pyOpenSSL==23.2.0', 'cryptography<42');
  copyFileSync(programOf('verify.py'), join(folder, 'verify.py'));
}

/** From the `go.sum` of Grafana: the module is in no checksum database. */
const grafanaSums = [
  'h1:3bXOyht68qkfvD6Y8z8XoenFbytSSOIkr/s+AqRzj0o=',
  'h1:Ji0SfJChcwjgq8ljy6Y5CcYfHfAYKXjKYeysOoDS/6s=',
] as const;

/** The one file of Grafana that signs; the others of its package want a hundred modules. */
function copyGrafana(folder: string, run: Run, module: string, version: string): void {
  const [content, goMod] = grafanaSums;
  writeFileSync(join(folder, 'go.mod'), `module samples\n\ngo 1.25\n\nrequire ${module} v${version}\n`);
  writeFileSync(
    join(folder, 'go.sum'),
    `${module} v${version} ${content}\n${module} v${version}/go.mod ${goMod}\n`,
  );
  const { Dir: source } = JSON.parse(run('go', 'mod', 'download', '-json', module)) as { Dir: string };
  mkdirSync(join(folder, 'grafana'));
  cpSync(join(source, 'http', 'hmac.go'), join(folder, 'grafana', 'hmac.go'));
}

function installGo(folder: string, run: Run): void {
  const isGrafana = ({ sender }: { readonly sender: string }) => sender === 'grafana';
  const grafana = goCode.find(isGrafana);
  if (grafana !== undefined) copyGrafana(folder, run, grafana.package, grafana.version);
  writeFileSync(join(folder, 'go.mod'), 'module samples\n\ngo 1.25\n');
  writeFileSync(join(folder, 'go.sum'), '');
  copyFileSync(programOf('main.go'), join(folder, 'main.go'));
  const modules = goCode.filter((code) => !isGrafana(code));
  const names = modules.map(({ package: name, version }) => `${name}@v${version}`);
  run('go', 'get', ...names, 'github.com/benbjohnson/clock@v1.3.5');
  run('go', 'mod', 'tidy');
  run('go', 'build', '-o', 'verify', '.');
}

export function installPackages(folder: string): void {
  const run: Run = (command, ...args) =>
    execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  installNode(folder, run);
  installPython(folder, run);
  installGo(folder, run);
}

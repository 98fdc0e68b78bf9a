/* Asks the official code of senders whether the samples are genuine, and writes down what it says:
   `node test/senders/samples/record.ts`. Installs packages into a folder of its own; needs npm, Go and Python. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { pathToFileURL } from 'node:url';

import { senders } from '../../../senders/index.ts';
import type { SenderSample } from '../../../senders/sender.ts';
import { officialCode } from './official-code.ts';
import { digestOfSample, type Recorded } from './recorded.ts';

const goProgram = `package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os"

	"github.com/PagerDuty/go-pagerduty/webhookv3"
)

func main() {
	body, _ := os.ReadFile(os.Args[1])
	request, _ := http.NewRequest("POST", "https://hooks.example.com", bytes.NewReader(body))
	request.Header.Set("X-PagerDuty-Signature", os.Args[2])
	fmt.Println(webhookv3.VerifySignature(request, os.Args[3]))
}
`;

function install(folder: string): void {
  const run = (command: string, ...args: readonly string[]) =>
    execFileSync(command, args, { cwd: folder, stdio: 'ignore' });
  const isNodePackage = (name: string) =>
    !['mailgun', 'n8n-nodes-base'].includes(name) && !name.includes('.com/');
  const nodePackages = officialCode.filter((code) => isNodePackage(code.package));
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  run('npm', 'install', '--ignore-scripts', ...nodePackages.map((code) => `${code.package}@${code.version}`));
  // Its many dependencies are of no use here.
  run('npm', 'pack', 'n8n-nodes-base@2.41.2');
  mkdirSync(join(folder, 'node_modules', 'n8n-nodes-base'));
  run('tar', 'xzf', 'n8n-nodes-base-2.41.2.tgz', '-C', 'node_modules/n8n-nodes-base', '--strip-components=1');
  run('python3', '-m', 'venv', 'python');
  run(join(folder, 'python', 'bin', 'pip'), 'install', 'mailgun==1.10.0');
  writeFileSync(join(folder, 'main.go'), goProgram);
  run('go', 'mod', 'init', 'samples');
  run('go', 'get', 'github.com/PagerDuty/go-pagerduty@v1.8.0');
}

/** A letter of a text that is signed is another one. */
function changed(sample: SenderSample): SenderSample {
  const authorization = sample.headers['authorization']?.replace(/.{8}$/, 'AAAAAAAA');
  const headers = authorization === undefined ? sample.headers : { ...sample.headers, authorization };
  const token = sample.headers['x-gitlab-token'];
  return {
    ...sample,
    headers: token === undefined ? headers : { ...headers, 'x-gitlab-token': `${token}x` },
    body: sample.body.replace(
      /Order|order|token":"c8|Ana|ana|Checkout|Planning|EUR|contact|page|changed|hello/,
      'other',
    ),
  };
}

async function record(folder: string): Promise<readonly Recorded[]> {
  const require = createRequire(join(folder, 'package.json'));
  const load = async (name: string) =>
    (await import(pathToFileURL(require.resolve(name)).href)) as Record<string, never>;
  const records: Recorded[] = [];
  for (const code of officialCode) {
    const sample = senders.find(({ id }) => id === code.sender)?.sample;
    if (sample === undefined) throw new Error(`No sender ${code.sender}`);
    mock.timers.enable({ apis: ['Date'], now: Date.parse(sample.sentAt) });
    const refuses = async () => !(await code.accepts(changed(sample), load, folder).catch(() => false));
    if (!(await code.accepts(sample, load, folder))) throw new Error(`${code.package} refuses the sample`);
    if (!(await refuses())) throw new Error(`${code.package} accepts a changed sample`);
    const { sender, package: name, version, isCommunity = false } = code;
    mock.timers.reset();
    records.push({ sender, package: name, version, isCommunity, sample: digestOfSample(sample) });
  }
  return records;
}

const folder = mkdtempSync(join(tmpdir(), 'samples-'));
try {
  install(folder);
  const records = await record(folder);
  writeFileSync(new URL('recorded.json', import.meta.url), `${JSON.stringify(records, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/* Asks the official code of senders whether the samples are genuine, and writes down what it says:
   `node test/core/senders/samples/record.ts`. Installs packages into a folder of its own; needs npm, Go and Python. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { pathToFileURL } from 'node:url';

import { senders } from '#senders/index.ts';
import type { SenderSample } from '#senders/sender.ts';
import { installPackages } from './install-packages.ts';
import { officialCode } from './official-code.ts';
import { officialRows } from './official-rows.ts';
import { goCode, pythonCode } from './other-languages.ts';
import { digestOfSample, type Recorded } from './recorded.ts';

/** A letter of a text that is signed is another one. */
function changed(sample: SenderSample): SenderSample {
  const authorization = sample.headers['authorization']?.replace(/.{8}$/, 'AAAAAAAA');
  const headers = authorization === undefined ? sample.headers : { ...sample.headers, authorization };
  const token = ['x-gitlab-token', 'x-telegram-bot-api-secret-token'].find((name) => name in headers);
  return {
    ...sample,
    headers: token === undefined ? headers : { ...headers, [token]: `${headers[token]}x` },
    body: sample.body.replace(
      /Order|order|token":"c8|client-state|conversation|accounts|Ana|ana|Checkout|Planning|EUR|contact|page|changed|hello|completed|customer|INVOICE/,
      'other',
    ),
  };
}

async function record(folder: string): Promise<readonly Recorded[]> {
  const require = createRequire(join(folder, 'package.json'));
  const load = async (name: string) =>
    (await import(pathToFileURL(require.resolve(name)).href)) as Record<string, never>;
  const records: Recorded[] = [];
  for (const code of [...officialCode, ...officialRows, ...goCode, ...pythonCode]) {
    const sample = senders.find(({ id }) => id === code.sender)?.sample;
    if (sample === undefined) throw new Error(`No sender ${code.sender}`);
    mock.timers.enable({ apis: ['Date'], now: Date.parse(sample.sentAt) });
    const refuses = async () => !(await code.accepts(changed(sample), load, folder).catch(() => false));
    if (!(await code.accepts(sample, load, folder))) throw new Error(`${code.package} refuses the sample`);
    if (!(await refuses())) throw new Error(`${code.package} accepts a changed sample`);
    const { sender, package: name, version, by = 'sender' } = code;
    mock.timers.reset();
    records.push({ sender, package: name, version, by, sample: digestOfSample(sample) });
  }
  return records;
}

const folder = mkdtempSync(join(tmpdir(), 'samples-'));
try {
  installPackages(folder);
  const records = await record(folder);
  writeFileSync(new URL('recorded.json', import.meta.url), `${JSON.stringify(records, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

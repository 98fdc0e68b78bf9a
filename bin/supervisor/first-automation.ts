import { z } from 'zod';
import { Automation } from '#contracts/automation.ts';
import { SetupError } from '../setup-error.ts';
import type { DataFolder } from './data-folder.ts';

const Automations = z.object({ items: z.array(Automation) });

const sample = { name: 'First automation', instructions: 'Summarise the delivery.' };
const sampleFile = 'first-automation';
const timeoutMs = 10_000;

interface Owner {
  readonly apiUrl: string;
  readonly token: string;
}

/**
 * The URL of the sample automation, which the first start creates if there is no automation yet. Undefined once its
 * owner changed, paused or deleted it. Other automations are never suggested: a test request to them could have real
 * effects.
 */
export async function automationToTry(
  owner: Owner,
  data: Pick<DataFolder, 'read' | 'write'>,
  isFirstStart: boolean,
): Promise<string | undefined> {
  const kept = await data.read(sampleFile);
  if (kept !== undefined) return await urlOfUntouched(owner, kept);
  if (!isFirstStart) return undefined;
  const { items } = Automations.parse(await manage(owner, 'GET', '/manage/automations?limit=1'));
  if (items.length > 0) return undefined;
  const { id, url } = Automation.parse(await manage(owner, 'POST', '/manage/automations', sample));
  await data.write(sampleFile, id);
  return url ?? undefined;
}

async function urlOfUntouched(owner: Owner, id: string): Promise<string | undefined> {
  const found = await manage(owner, 'GET', `/manage/automations/${encodeURIComponent(id)}`);
  if (found === null) return undefined;
  const { name, instructions, filter, state, url } = Automation.parse(found);
  const isUntouched = name === sample.name && instructions === sample.instructions && filter === null;
  return isUntouched && state === 'active' ? (url ?? undefined) : undefined;
}

/** Null when there is no such thing (any more). */
async function manage(owner: Owner, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${owner.apiUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.ok) return await response.json();
  const text = await response.text();
  if (response.status === 404) return null;
  throw new SetupError(`${method} ${path} answered ${response.status}: ${text}`);
}

import { z } from 'zod';
import { Automation } from '../../contracts/automation.ts';
import { SetupError } from '../setup-error.ts';

const Automations = z.object({ items: z.array(Automation) });

const firstAutomation = { name: 'First automation', instructions: 'Summarise the delivery.' };
const timeoutMs = 10_000;

interface Owner {
  /** Where the API listens on this machine. */
  readonly apiUrl: string;
  readonly token: string;
}

/** The URL of an automation to try, made at the first start; undefined when the owner deleted or paused them all. */
export async function automationToTry(owner: Owner, isFirstStart: boolean): Promise<string | undefined> {
  const { items } = Automations.parse(await manage(owner, 'GET', '/manage/automations?limit=50'));
  const active = items.find(({ state }) => state === 'active');
  if (active !== undefined) return active.url;
  if (!isFirstStart || items.length > 0) return undefined;
  return Automation.parse(await manage(owner, 'POST', '/manage/automations', firstAutomation)).url;
}

async function manage(owner: Owner, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${owner.apiUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.ok) return await response.json();
  throw new SetupError(`${method} ${path} answered ${response.status}: ${await response.text()}`);
}

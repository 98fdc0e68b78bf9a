/**
 * Signed deliveries against unsigned ones, side by side in one run over HTTP: the same bodies to automations of Stripe
 * with a signing secret, and of any sender. Then 10,000 forged deliveries, of which none may be taken.
 *
 *   node bench/signatures.ts
 */
import { createHmac, randomInt } from 'node:crypto';

import { request } from 'undici';

import { limits } from '#domain/limits.ts';
import { perWorkspace, startIntakeApi } from './support/intake-api.ts';
import { load, median, type Series } from './support/load.ts';
import { ms, perSecond, report } from './support/figures.ts';
import { unlessQuick } from './support/quick.ts';

const rounds = unlessQuick(7, 1);
const perRound = 320;
const forgedTotal = unlessQuick(10_000, 1_000);
const atOnce = 16;
const secret = 'whsec_of_this_benchmark';

const { agent, newHooks, stop } = await startIntakeApi({ logLevel: 'error' });

/** Two kilobytes, as an event of a sender often has. */
const eventOf = (number: number) =>
  JSON.stringify({
    id: `evt_${number}`,
    type: 'invoice.paid',
    event_id: `evt_${number}`,
    pad: 'x'.repeat(2_000),
  });

function signatureOf(body: string): string {
  const time = Math.floor(Date.now() / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

async function post(hook: string, body: string, signature: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const response = await request(hook, { method: 'POST', headers, body, dispatcher: agent });
  await response.body.dump();
  return response.statusCode;
}

async function deliver(hook: string, number: number): Promise<void> {
  const body = eventOf(number);
  const status = await post(hook, body, signatureOf(body));
  if (status !== 200) throw new Error(`answered ${status}`);
}

async function round(isSignedFirst: boolean): Promise<{ readonly signed: Series; readonly plain: Series }> {
  const count = Math.ceil(perRound / perWorkspace);
  const hooks = {
    signed: await newHooks(count, { sender: 'stripe', signingSecret: secret }),
    plain: await newHooks(count),
  };
  const run = (kind: 'signed' | 'plain') =>
    load((n) => deliver(hooks[kind][n % count] ?? '', n), { total: perRound, atOnce });
  if (isSignedFirst) {
    const signed = await run('signed');
    return { signed, plain: await run('plain') };
  }
  const plain = await run('plain');
  return { signed: await run('signed'), plain };
}

/** Right signatures with one digit changed, old ones, those of another secret, and of another body. */
function forgery(number: number): { readonly body: string; readonly signature: string } {
  const body = eventOf(number);
  const right = signatureOf(body);
  switch (number % 4) {
    case 0: {
      const at = right.length - 1 - randomInt(64);
      const digit = ((Number.parseInt(right.charAt(at), 16) + 1 + randomInt(15)) % 16).toString(16);
      return { body, signature: `${right.slice(0, at)}${digit}${right.slice(at + 1)}` };
    }
    case 1:
      return {
        body,
        signature: right.replace(/^t=\d+/, `t=${Math.floor(Date.now() / 1000) + 1 + randomInt(200)}`),
      };
    case 2:
      return { body, signature: `t=1,v1=${createHmac('sha256', secret).update(`1.${body}`).digest('hex')}` };
    default:
      return { body: `${body} `, signature: right };
  }
}

async function forge(): Promise<ReadonlyMap<number, number>> {
  const perHook = limits.hookRequestsPerMinute - 100;
  const hooks = await newHooks(Math.ceil(forgedTotal / perHook), { sender: 'stripe', signingSecret: secret });
  const statuses = new Map<number, number>();
  const attempt = async (n: number) => {
    const { body, signature } = forgery(n);
    const status = await post(hooks[Math.floor(n / perHook)] ?? '', body, signature);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  await load(attempt, { total: forgedTotal, atOnce });
  return statuses;
}

try {
  await round(true);
  const results: Awaited<ReturnType<typeof round>>[] = [];
  for (let n = 0; n < rounds; n += 1) results.push(await round(n % 2 === 0));
  const ratio = median(results.map(({ signed, plain }) => signed.perSecond / plain.perSecond));
  const of = (pick: (result: (typeof results)[number]) => number) => median(results.map(pick));
  const shown = (who: 'signed' | 'plain') =>
    `${perSecond(of((r) => r[who].perSecond))}, p50 ${ms(of((r) => r[who].p50Ms))}, p99 ${ms(of((r) => r[who].p99Ms))}`;
  const statuses = await forge();
  report({
    name: `signed, ${atOnce} at once`,
    ours: shown('signed'),
    yardstick: shown('plain'),
    ratio,
    goal: { atLeast: 0.95 },
  });
  const taken = [...statuses].filter(([status]) => status !== 401);
  report({
    name: `${forgedTotal} forged`,
    ours: `${taken.reduce((sum, [, count]) => sum + count, 0)} not refused`,
    yardstick: null,
    ratio: null,
    goal: null,
  });
  if (taken.length > 0) process.exitCode = 1;
} finally {
  await stop();
}

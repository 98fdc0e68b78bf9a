import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { consoleVisitor } from '#test/support/console-visitor.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

interface Sent {
  readonly eventId: string;
  readonly reference?: string;
}

/** The signed-in owner of an automation that skipped these deliveries in a pause that goes on. */
async function paused(...sent: readonly Sent[]) {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation();
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  const path = `/console/automations/${automation.id}`;
  await visitor.submit(`${path}/pause`, `${path}/pause`, {});
  for (const { eventId, reference } of sent)
    await fetch(automation.hook, {
      method: 'POST',
      headers: { 'x-service-event-id': eventId, ...(reference && { 'x-service-reference': reference }) },
      body: '{}',
    });
  const resume = () => visitor.submit(`${path}/resume`, `${path}/resume`, {});
  const run = (fields: readonly [string, string][]) =>
    visitor
      .show(`${path}/skipped`)
      .then(({ text }) =>
        visitor.post(
          `${path}/skipped`,
          new URLSearchParams([['csrf', /name="csrf"\s+value="([^"]*)"/.exec(text)?.[1] ?? ''], ...fields]),
        ),
      );
  const rows = async (outcome: string) => {
    const response = await owner.manage('GET', `/automations/${automation.id}/activity?outcome=${outcome}`);
    return ((await response.json()) as { items: { deliveryId: string; eventId: string }[] }).items;
  };
  const running = async () => (await rows('running')).map(({ eventId }) => eventId).toSorted();
  return { ...owner, ...visitor, path, resume, run, rows, running };
}

const orders: readonly Sent[] = [
  { eventId: 'a1', reference: 'A' },
  { eventId: 'a2', reference: 'A' },
  { eventId: 'b1', reference: 'B' },
];

describe('deliveries that a pause skipped', () => {
  it('is shown while the pause goes on, with the way to end that', async () => {
    const { show, path, running } = await paused(...orders);
    const { text } = await show(`${path}/skipped`);
    expect(text).toContain('3 deliveries wait');
    expect(text).toContain(`href="${path}/resume"`);
    expect(text).not.toContain('Run all');
    expect((await show(path)).text).toContain('3 deliveries wait that were');
    expect(await running()).toEqual([]);
  });

  it('is what the resumption leads to, and is run as a whole by one button', async () => {
    const { show, path, resume, run, running } = await paused(...orders);
    expect((await resume()).response.headers.get('location')).toBe(`${path}/skipped`);
    expect((await show(`${path}/skipped`)).text).toContain('Run all 3');
    const { response, text } = await run([['which', 'all']]);
    expect(response.status).toBe(200);
    expect(text).toMatch(/class="notice done"[^>]*>\s*<p>3 were started\./);
    expect(text).toContain('No skipped deliveries');
    expect(await running()).toEqual(['a1', 'a2', 'b1']);
  });

  it('is run by the newest of each reference, and the older ones stay', async () => {
    const { resume, run, running, show, path } = await paused(...orders);
    await resume();
    expect((await show(`${path}/skipped`)).text).toContain('Run the newest of each reference (2)');
    const { text } = await run([['which', 'newest_per_reference']]);
    expect(text).toContain('2 were started. 1 was left out for a newer one.');
    expect(text).toContain('One delivery waits');
    expect(await running()).toEqual(['a2', 'b1']);
  });

  it('is run by choice, and nothing is run where nothing is chosen', async () => {
    const { resume, run, running, rows } = await paused(...orders);
    await resume();
    const none = await run([['which', 'chosen']]);
    expect(none.response.status).toBe(400);
    expect(none.text).toContain('No delivery was chosen.');
    expect(await running()).toEqual([]);
    const chosen = (await rows('skipped')).filter(({ eventId }) => eventId !== 'a2');
    await run([
      ['which', 'chosen'],
      ...chosen.map(({ deliveryId }): [string, string] => ['deliveryId', deliveryId]),
    ]);
    expect(await running()).toEqual(['a1', 'b1']);
  });

  it('is refused with its reason while the pause goes on', async () => {
    const { run, running } = await paused(...orders);
    const { response, text } = await run([['which', 'all']]);
    expect(response.status).toBe(400);
    expect(text).toContain('role="alert"');
    expect(await running()).toEqual([]);
  });

  it('says what stopped it, and how many wait still', async () => {
    const { resume, run } = await paused(...Array.from({ length: 10 }, (_, n) => ({ eventId: `e${n}` })));
    await resume();
    const { text } = await run([['which', 'all']]);
    expect(text).toMatch(/class="notice attention"[^>]*>\s*<p>8 were started\./);
    expect(text).toContain(
      '8 were started. 2 of them still wait. The workspace has reached its limit of runs at once',
    );
  });
});

it('a budget has its own words, and where nothing waits the page teaches', async () => {
  const { path, show, manage, resume } = await paused();
  await resume();
  expect((await show(`${path}/skipped`)).text).toContain('No skipped deliveries');
  const id = path.split('/').at(-1);
  await manage('PATCH', `/automations/${id}`, { budget: { runs: 1 } });
  expect((await show(path)).text).toContain('under Skipped');
});

it('the list of all deliveries runs those that are chosen, and leads to the others', async () => {
  const { resume, rows, submit, running, path, show } = await paused({ eventId: 'e1' });
  await resume();
  const activity = `/console/activity?automationId=${path.split('/').at(-1)}`;
  expect((await show(activity)).text).toContain(`href="${path}/skipped"`);
  const [first] = await rows('skipped');
  const replay = { deliveryId: first?.deliveryId ?? '' };
  const { text } = await submit(activity, '/console/activity/replay', replay);
  expect(text).toContain('1 of 1 replayed');
  expect(await running()).toEqual(['e1']);
  const again = await submit(activity, '/console/activity/replay', replay);
  expect(again.text).toContain('its event was run before');
  expect(await running()).toEqual(['e1']);
});

it('a viewer only reads it, and that of another workspace is 404', async () => {
  const one = await paused(...orders);
  await one.resume();
  const other = await paused();
  expect((await other.show(`${one.path}/skipped`)).response.status).toBe(404);
  const made = await one.manage('POST', '/tokens', { name: 'Look', role: 'viewer' });
  const viewer = consoleVisitor(api.url);
  await viewer.signIn(((await made.json()) as { token: string }).token);
  const shown = await viewer.show(`${one.path}/skipped`);
  expect(shown.text).toContain('your token is that of a viewer');
  expect(shown.text).not.toContain('Run all');
  const refused = await viewer.submit(`${one.path}/skipped`, `${one.path}/skipped`, { which: 'all' });
  expect(refused.response.status).toBe(403);
  expect((await one.post(`${one.path}/skipped`, { which: 'all' })).response.status).toBe(403);
  expect(await one.running()).toEqual([]);
});

it('a list of more automations than a menu has still names the one that is asked for', async () => {
  const { newAutomation, show, path, manage } = await paused({ eventId: 'e1' });
  for (let count = 0; count < 200; count += 1) await newAutomation({ instructions: 'Reply "seen".' });
  const id = path.split('/').at(-1) ?? '';
  await manage('PATCH', `/automations/${id}`, { name: 'The oldest one' });
  for (const page of [`/console/activity?automationId=${id}`, `/console/alerts?automation=${id}`]) {
    const { text } = await show(page);
    expect(text).toMatch(new RegExp(`<option value="${id}"\\s+selected\\s*>\\s*The oldest one`));
    expect(text).toContain('The menu has the newest 200 automations');
  }
});

import { expect, test } from 'vitest';

import { requestOf } from './delivery.ts';
import { defaultOptions } from './options.ts';
import { planStorm } from './plan.ts';

const options = { ...defaultOptions, seed: 7 };
const plan = planStorm(options);
const share = (count: number) => count / plan.deliveries.length;

test('the same seed gives the same plan, another seed another one', () => {
  expect(planStorm(options)).toEqual(plan);
  expect(planStorm({ ...options, seed: 8 })).not.toEqual(plan);
});

test('as many bodies as asked for are large, in an otherwise equal plan', () => {
  const { deliveries } = planStorm({ ...options, largeBodies: 0.5 });
  expect(share(deliveries.filter(({ isLarge }) => isLarge).length)).toBeCloseTo(0.5, 1);
  expect(deliveries.map((one) => ({ ...one, isLarge: false }))).toEqual(plan.deliveries);
  const large = deliveries.find(({ isLarge, idIn }) => isLarge && idIn === 'none')!;
  expect(requestOf(large).body.length).toBeGreaterThan(900_000);
  expect(requestOf(large)).toEqual(requestOf(large));
});

test('a dead target changes where some deliveries go, and nothing else', () => {
  const withDead = planStorm({ ...options, hasDeadTarget: true });
  const kindsOf = ({ deliveries }: typeof plan) => new Set(deliveries.map(({ target }) => target));
  expect([kindsOf(plan).has('dead'), kindsOf(withDead).has('dead')]).toEqual([false, true]);
  const revived = withDead.deliveries.map((one) =>
    one.target === 'dead' ? { ...one, target: 'alive' } : one,
  );
  expect({ ...withDead, deliveries: revived }).toEqual(plan);
});

test('every fault strikes once in a round, a full disk once in all, amid the deliveries', () => {
  const times = Map.groupBy(plan.faults, ({ name }) => name);
  expect([...times.keys()].toSorted()).toEqual(options.faults.toSorted());
  for (const [name, those] of times)
    expect([name, those.length]).toEqual([name, name === 'full-disk' ? 1 : 3]);
  const moments = plan.faults.map(({ after }) => after);
  expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  expect(moments[0]).toBeGreaterThan(100);
  expect(moments.at(-1)).toBeLessThan(9_500);
});

test('deliveries repeat events, come twice and are cut off as often as planned', () => {
  const { deliveries } = plan;
  expect(share(deliveries.filter(({ event, number }) => event !== number).length)).toBeCloseTo(0.06, 1);
  expect(share(deliveries.filter(({ isTwice }) => isTwice).length)).toBeCloseTo(0.12, 1);
  expect(share(deliveries.filter(({ cutOff }) => cutOff !== null).length)).toBeCloseTo(0.08, 1);
  for (const { workspace } of deliveries) expect(workspace).toBeLessThan(options.workspaces);
});

test('a repeated event has the id of the first in the same automation, or the same payload', () => {
  for (const delivery of plan.deliveries) {
    const first = plan.deliveries[delivery.event]!;
    expect([first.event, delivery.workspace, delivery.target]).toEqual([
      first.number,
      first.workspace,
      first.target,
    ]);
    expect([delivery.eventId, delivery.idIn]).toEqual([first.eventId, first.idIn]);
    if (delivery.idIn === 'none') expect(requestOf(delivery)).toEqual(requestOf(first));
  }
});

test('the id of an event is where the plan puts it', () => {
  const sample = Map.groupBy(plan.deliveries, ({ idIn }) => idIn);
  const requestWith = (place: (typeof plan.deliveries)[number]['idIn']) => {
    const delivery = sample.get(place)![0]!;
    const { headers, body } = requestOf(delivery);
    return { delivery, header: headers['x-service-event-id'], body: JSON.parse(body) as object };
  };
  for (const place of ['header', 'both'] as const) {
    const { delivery, header } = requestWith(place);
    expect(header).toBe(delivery.eventId);
  }
  for (const place of ['event_id', 'idempotency_key'] as const) {
    const { delivery, header, body } = requestWith(place);
    expect([header, body]).toMatchObject([undefined, { [place]: delivery.eventId }]);
  }
  const { header, body } = requestWith('none');
  expect(header).toBeUndefined();
  expect(Object.keys(body)).toEqual(['order', 'status']);
});

import { createRandom, type Random } from '#test/support/random.ts';
import { planDelivery, type PlannedDelivery } from './delivery.ts';
import { faults } from './faults.ts';
import type { StormOptions } from './options.ts';
import { type TargetKind, targetsOf } from './target-kinds.ts';

export interface PlannedFault {
  /** A name of {@link faults}. */
  readonly name: string;
  /** It strikes when so many deliveries came to an end at their senders. */
  readonly after: number;
  /** The API or worker that it strikes if there are two. */
  readonly instance: number;
}

export interface Plan {
  readonly deliveries: readonly PlannedDelivery[];
  readonly faults: readonly PlannedFault[];
}

/** The part of a storm in which faults strike: work is under way before the first, and some is left after the last. */
const begin = 0.05;
const end = 0.9;

/** Everything that a storm does, as the seed says. */
export function planStorm(options: StormOptions): Plan {
  const random = createRandom(options.seed);
  return { deliveries: planDeliveries(random, options), faults: planFaults(random, options) };
}

function planDeliveries(random: Random, options: StormOptions) {
  const { seed, workspaces, deliveries, largeBodies = 0 } = options;
  const targets = targetsOf(options);
  const events = new Map<string, PlannedDelivery[]>();
  const eventsOf = (workspace: number, target: TargetKind) => events.get(`${workspace} ${target}`) ?? [];
  return Array.from({ length: deliveries }, (_, number) => {
    const planned = planDelivery(random, { seed, number, workspaces, targets, largeBodies, eventsOf });
    const { workspace, target } = planned;
    if (planned.event === number)
      events.set(`${workspace} ${target}`, [...eventsOf(workspace, target), planned]);
    return planned;
  });
}

function planFaults(random: Random, options: StormOptions): readonly PlannedFault[] {
  const names = Array.from({ length: options.rounds }, (_, round) =>
    shuffled(
      random,
      options.faults.filter((name) => round === 0 || faults[name]!.kind !== 'full-disk'),
    ),
  ).flat();
  return names.map((name, index) => {
    const share = begin + ((end - begin) * (index + random.next() / 2)) / names.length;
    return {
      name,
      after: Math.round(share * options.deliveries),
      instance: random.int(0, options.instances - 1),
    };
  });
}

function shuffled<T>(random: Random, items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

import { readdirSync, readFileSync } from 'node:fs';

import type { TurnDelivery } from '#contracts/turn.ts';
import { samplesOf } from '#senders/samples.ts';
import { deliveryOf } from '#test/support/turn-input.ts';

/** A delivery as its sender documents it; a body that is a text stands for its bytes. */
interface Written extends Partial<TurnDelivery> {
  readonly event: string | null;
  readonly body: never;
}

/** `expected`: by the meaning of the English, for each delivery; null where it cannot be known. */
interface Filter {
  readonly english: string;
  readonly condition: string;
  readonly expected: readonly (boolean | null)[];
}

interface File {
  readonly sender: string;
  /** Absent: the samples of the sender. */
  readonly deliveries?: readonly Written[];
  readonly filters: readonly Filter[];
}

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'));

/** The deliveries of each sender and the filters for them, by the name of their file. */
export const bySender = await Promise.all(
  files.map(async (file) => {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8');
    const { sender, deliveries, filters } = JSON.parse(text) as File;
    const written = deliveries?.map(({ event, body, ...details }) =>
      deliveryOf(body, { ...details, eventName: event, sender }),
    );
    return {
      name: file.replace('.json', ''),
      sender,
      deliveries: written ?? (await samplesOf(sender)),
      filters,
    };
  }),
);

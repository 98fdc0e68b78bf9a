import { z } from 'zod';

/** Settings of an automation that say what is held. */

export const Burst = z
  .enum(['refuse', 'hold'])
  .describe(
    'The treatment of deliveries for which there is no room: eight of the workspace are being processed, or it took 60 within a minute. `refuse`: they are answered 429, and are lost where the sender does not come again. `hold`: they are answered `accepted`, held under their own ids, and run in order as soon as there is room. New ones are refused while 1,000 or 20,000,000 bytes are held, or the oldest is held for 24 hours. One that is held waits through a pause, a used-up budget and a suspension; only an erasure, or the deletion of the automation, ends it before its run.',
  );
export type Burst = z.infer<typeof Burst>;

export const Order = z
  .enum(['none', 'reference'])
  .describe(
    'The order of runs of one reference. `none`: none. `reference`: they go one after the other, in the order in which their deliveries arrived, whatever becomes of each; others are not kept waiting, nor are deliveries without a reference. A delivery behind such a run is answered `accepted` and held under its own id (`heldSince`), whatever `burst` says, and uses none of the eight places meanwhile. At most 100 are held behind one run: further ones get 429. A delivery that its owner runs again stands in line too. A change to `none` leaves those that stand there to be run in their turn.',
  );
export type Order = z.infer<typeof Order>;

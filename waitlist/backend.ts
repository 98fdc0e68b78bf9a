import type { WaitlistRow } from '../contracts/waitlist.ts';

/** What became of an address; `unavailable` may have written it, and adding it again is safe. */
export type Addition =
  | { readonly status: 'added' | 'present'; readonly updatedRange: string }
  | { readonly status: 'closed' }
  | { readonly status: 'missing' }
  | { readonly status: 'unavailable'; readonly reason: string };

/** Where waitlists are kept. An identity gets one row of a sheet, however often it is added. */
export interface WaitlistBackend {
  readonly add: (sheet: string, row: WaitlistRow) => Promise<Addition>;
}

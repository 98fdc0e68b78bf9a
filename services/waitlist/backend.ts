import type { WaitlistRow } from '#store/records/public.ts';

/** The result of adding an address. With `unavailable` it may have been written; adding it again is safe. */
export type Addition =
  | { readonly status: 'added' | 'present'; readonly updatedRange: string }
  | { readonly status: 'closed' }
  | { readonly status: 'missing' }
  | { readonly status: 'unavailable'; readonly reason: string };

/** Storage of waitlists. An identity gets one row per sheet, however often it is added. */
export interface WaitlistBackend {
  readonly add: (sheet: string, row: WaitlistRow) => Promise<Addition>;
}

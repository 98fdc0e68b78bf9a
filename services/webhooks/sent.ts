/** The result of a try. `isFinal`: another one would come to the same. */
export type Sent =
  | { readonly kind: 'delivered'; readonly status: number | null }
  | {
      readonly kind: 'failed';
      readonly status: number | null;
      readonly error: string;
      readonly isFinal: boolean;
      /** The wait that the target asks for; 0 where it asks for none. */
      readonly retryAfterMs: number;
    };

/** A failure without an answer. */
export const failedWithout = (error: string, isFinal: boolean): Sent => ({
  kind: 'failed',
  status: null,
  error,
  isFinal,
  retryAfterMs: 0,
});

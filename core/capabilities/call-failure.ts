/** Nothing was done: not allowed, malformed, or not found. */
export interface Refused {
  readonly kind: 'refused';
  readonly message: string;
}
/** Allowed, but it did not succeed. */
export interface Failed {
  readonly kind: 'failed';
  readonly message: string;
}

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
/** In a chat: nothing was done yet. It is done once somebody approves it, which the message does not wait for. */
export interface Waiting {
  readonly kind: 'waiting';
  readonly message: string;
}

/** How much and how long. The defaults are part of the contract; tests shorten them. */
export interface EgressLimits {
  readonly connectMs: number;
  /** The whole call: look-up, every hop, the last byte. */
  readonly totalMs: number;
  readonly resolveMs: number;
  readonly requestBytesMax: number;
  /** The limit of the response, both as it arrives and decoded. */
  readonly responseBytesMax: number;
  readonly responseHeaderBytesMax: number;
  /** The limit of the text that the model and the owner see. */
  readonly shownBytesMax: number;
  readonly redirectsMax: number;
}

export const egressLimits: EgressLimits = {
  connectMs: 10_000,
  totalMs: 30_000,
  resolveMs: 3_000,
  requestBytesMax: 1 << 20,
  responseBytesMax: 2 << 20,
  responseHeaderBytesMax: 16_384,
  shownBytesMax: 64 << 10,
  redirectsMax: 5,
};

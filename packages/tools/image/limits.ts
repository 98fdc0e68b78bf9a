export const imageLimits = {
  bytesMax: 10_000_000,
  pixelsMax: 40_000_000,
  fetchMs: 10_000,
  /** One image in the image process; a picture of 40 megapixels takes one to five seconds. */
  measureMs: 20_000,
  describeMs: 20_000,
} as const;

/** The traits that the limits of a call depend on. */
export interface ModelTraits {
  /** The longest answer that the provider takes as a limit. */
  readonly outputTokensMax: number;
  /** `always`: unless it is told not to. `on-demand`: within a budget of tokens that the call names. */
  readonly reasons: 'always' | 'on-demand' | 'never' | 'unknown';
}

/** Safe for a model that is not listed, such as one on a server of one's own with a small context. */
export const unknownTraits: ModelTraits = { outputTokensMax: 8_192, reasons: 'unknown' };

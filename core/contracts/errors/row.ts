/** One row of the error catalogue. */
export interface ErrorRow {
  readonly status: number;
  /** Overrides `status` in the public API, where most client errors are 400. */
  readonly publicStatus?: number;
  /** Overrides `hint` in operations for the operator of the service. */
  readonly operatorHint?: string;
  /** When the code occurs, in one sentence, for the reference. */
  readonly when: string;
  /** The default next step; a refusal may override it. */
  readonly hint: string;
}

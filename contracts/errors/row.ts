/** One row of the catalogue: the status of the answer, when it comes, and what the caller should do. */
export interface ErrorRow {
  readonly status: number;
  /** Where the public API answers otherwise: there every mistake of the caller is 400. */
  readonly publicStatus?: number;
  /** The next step where the operator of the service is meant instead of the owner of a workspace. */
  readonly operatorHint?: string;
  /** For the reference: the circumstance in one sentence. */
  readonly when: string;
  /** The default next step; a refusal may give a better one. */
  readonly hint: string;
}

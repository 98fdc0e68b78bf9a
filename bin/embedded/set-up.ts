/** What a step that may take long needs: somebody to tell, and a way to be given up. */
export interface SetUp {
  readonly log: (sentence: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** What a long step needs: a receiver for progress messages, and a signal to abort it. */
export interface SetUp {
  readonly log: (sentence: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** The needs of a long step: a receiver for progress messages, and a signal to abort it. */
export interface SetUp {
  readonly log: (sentence: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** What is known of a test on a delivery: `shown` is what was found. */
export interface Judgement {
  readonly value: boolean | null;
  readonly shown: string;
}

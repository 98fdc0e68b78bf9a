/** An automation to begin with, as an owner may find it useful, and deliveries that show what it does. */
export interface Recipe {
  readonly id: string;
  /** Its purpose as a task: `Tell a chat about paid orders`. */
  readonly title: string;
  /** The sender and the target, in a few words. */
  readonly route: string;
  /** The sender, if it is one of the list. */
  readonly sender?: string;
  readonly name: string;
  readonly filter: string;
  /** The offline rules understand all of it. */
  readonly instructions: string;
  /** The header that the target demands; null if its address is enough. The host is that of the instructions. */
  readonly header: { readonly name: string; readonly valueHint: string } | null;
  readonly contentType: string;
  /** A delivery that it does something about. */
  readonly sample: string;
  /** One that its filter skips. */
  readonly skipped: string;
}

/** A JSON body as people read it. */
export const jsonText = (value: object): string => JSON.stringify(value, null, 2);

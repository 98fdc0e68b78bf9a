/** The time for an agent: read once per run, so that every turn tells the same. */
export interface Clock {
  readonly now: Date;
  /** The IANA name of the time zone of the owner. */
  readonly timeZone: string;
}

/** What a client may have today; `day` is the UTC date that was counted on. */
export interface UsageDecision {
  readonly status: 'free' | 'gated' | 'capped';
  readonly used: number;
  readonly day: string;
}

/** The counts behind the previews. Each may throw where they cannot be reached. */
export interface Usage {
  readonly take: (client: string) => Promise<UsageDecision>;
  readonly look: (client: string) => Promise<UsageDecision>;
  readonly giveBack: (client: string, day: string) => Promise<number>;
}

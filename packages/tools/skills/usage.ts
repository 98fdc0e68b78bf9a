/** The allowance of a client for today; `day` is the UTC date of the count. */
export interface UsageDecision {
  readonly status: 'free' | 'gated' | 'capped';
  readonly used: number;
  readonly day: string;
}

/** The counters behind the previews. Each method may throw while they are unavailable. */
export interface Usage {
  readonly take: (client: string) => Promise<UsageDecision>;
  readonly look: (client: string) => Promise<UsageDecision>;
  readonly giveBack: (client: string, day: string) => Promise<number>;
}

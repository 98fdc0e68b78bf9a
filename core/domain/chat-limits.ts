export const chatLimits = {
  /** Messages that may wait while one is being answered. */
  waitingMessages: 8,
  /** The longest wait of a caller for a reply: below the two minutes at which many proxies time out. */
  replyWaitMs: 110_000,
  /** After so long without a message the workflow of a conversation ends, until the next message. */
  idleMs: 10 * 60_000,
} as const;

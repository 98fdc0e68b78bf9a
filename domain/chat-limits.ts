/** The limits of a conversation with an agent. */
export const chatLimits = {
  /** Messages that may wait while one is being answered. */
  waitingMessages: 8,
  /** A caller waits no longer than this for a reply: below the two minutes at which many proxies give up. */
  replyWaitMs: 110_000,
  /** A conversation in which nothing was said for so long is put away until the next message. */
  idleMs: 10 * 60_000,
} as const;

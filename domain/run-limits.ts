/** What one run may use up before it is stopped. */
export const runLimits = {
  turns: 8,
  requests: 5,
  tokens: 100_000,
  outputTokensPerTurn: 4_096,
} as const;

const rows = [
  '| `state` | when |\n|---|---|',
  '| `generated` | a model wrote it |',
  '| `gated` | this client has used its free previews of the day; `access.cta` says what to do |',
  "| `capped` | the service's own budget of the day is used up; `usage.resetsAt` says until when |",
  '| `degraded` | no model is configured, or it failed: made by rules, and uses up nothing |',
];

/** The states of a preview as a Markdown table; `more` are rows specific to one skill. */
export const previewStates = (...more: readonly string[]): string =>
  `Answers 200 in every state.\n\n${[...rows, ...more].join('\n')}`;

/** Larger than any valid input of a preview. */
export const previewBodyBytesMax = 100_000;

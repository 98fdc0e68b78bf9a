const rows = [
  '| `state` | when |\n|---|---|',
  '| `generated` | a model wrote it |',
  '| `gated` | this client has used its free previews of the day; `access.cta` says what to do |',
  "| `capped` | the service's own budget of the day is used up; `usage.resetsAt` says until when |",
  '| `degraded` | no model is configured, or it failed: made by rules, and uses up nothing |',
];

/** What every state of a preview means, as Markdown; `more` are rows of one skill alone. */
export const previewStates = (...more: readonly string[]): string =>
  `Answers 200 in every state.\n\n${[...rows, ...more].join('\n')}`;

/** More than any text that a preview is made of. */
export const previewBodyBytesMax = 100_000;

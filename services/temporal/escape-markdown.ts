/**
 * Text from outside as one line of the Markdown in which Temporal's user interface shows summaries: no link, image or
 * emphasis of its own. At most twice as long.
 */
export const escapeMarkdown = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[\\[\]()!*_<>`]/g, String.raw`\$&`);

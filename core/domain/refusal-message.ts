/**
 * The sentence for a caller whose request no policy allows; the ground stands in the log alone, but for a misspelt secret, which
 * no policy could allow.
 */
export const refusalMessage = (host: string, ground?: string): string =>
  `Outbound request to '${host}' is not allowed${ground === 'secret-unknown' ? unknownSecret : ''}`;

const unknownSecret = ': it names a secret that the workspace does not have';

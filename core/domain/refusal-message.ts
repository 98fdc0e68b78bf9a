/** The sentence for a caller whose request no policy allows; the ground stands in the log alone. */
export const refusalMessage = (host: string): string => `Outbound request to '${host}' is not allowed`;

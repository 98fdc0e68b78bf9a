/** The version of the HTTP interface that is served when a request names none. */
export const currentVersion = '2026-08-24';

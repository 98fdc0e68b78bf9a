const contentPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers of every page of the reference. */
export const pageHeaders = {
  'Content-Security-Policy': contentPolicy,
  'Referrer-Policy': 'no-referrer',
} as const;

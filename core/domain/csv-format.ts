/** RFC 4180; cells such as `=IMPORTXML(…)` are prefixed with an apostrophe, because spreadsheets would execute them. */
export const csvFormat = {
  record_delimiter: 'windows',
  escape_formulas: true,
  quoted_match: /[\r\n]/,
} as const;

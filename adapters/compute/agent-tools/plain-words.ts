/** Words that people use for what a tool does and that its own description does not have, by its id. */
export const plainWords: Readonly<Record<string, string>> = {
  calculate:
    'add subtract plus minus times multiply divide sum total numbers tax vat discount percentage fraction round rounding money amounts prices cents maths',
  'convert-duration': 'hours minutes seconds days',
  'convert-temperature': 'celsius fahrenheit kelvin',
  'csv-stats': 'spreadsheet table total column average add up',
  'csv-to-json': 'parse spreadsheet table rows',
  'date-add': 'later before after plus minus deadline due tomorrow next subtract',
  'date-diff': 'days between dates how long since until age elapsed duration compare',
  'date-format': 'write day month year weekday dd.mm.yyyy',
  'extract-emails': 'mail addresses',
  'format-money': 'currency price euro dollar cents amount',
  'json-query': 'filter select group sort transform map jsonata',
  'number-format': 'thousands separators decimals percentage',
  'number-statistics': 'add up total average minimum maximum list column',
  'read-number': 'parse currency price amount decimal comma separator',
  'time-zone-convert': 'local time utc',
  'timestamp-convert': 'parse unix epoch seconds milliseconds iso date',
  'working-days': 'business weekdays between dates',
};

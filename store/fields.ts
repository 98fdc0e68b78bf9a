/** Field, value, field, value … as a hash wants them; what is null is left out. */
export function fieldsOf(record: Readonly<Record<string, string | number | null | undefined>>): string[] {
  return Object.entries(record).flatMap(([field, value]) =>
    value === null || value === undefined ? [] : [field, String(value)],
  );
}

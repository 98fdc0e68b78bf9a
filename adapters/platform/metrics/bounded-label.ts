const other = 'other';

/** Values of a label of which there are at most `max`, so that no caller makes series at will. */
export function createBoundedLabel(max: number, first: readonly string[] = []) {
  const kept = new Set(first);
  /** The value where it is one of those kept, else `other`. */
  const known = (value: string): string => (kept.has(value) ? value : other);
  return {
    known,
    /** The same, after the value took one of the places that are left. */
    keep: (value: string): string => {
      if (kept.size < max) kept.add(value);
      return known(value);
    },
  };
}

interface Category {
  readonly title: string;
  /** Whether one of these fails the storm. */
  readonly isFailure: boolean;
}

/** The categories of an audit's findings. */
export const categories = {
  lost: { title: 'lost: taken, and not done as it should be', isFailure: true },
  twice: { title: 'twice: done or recorded more than once', isFailure: true },
  stuck: { title: 'stuck: not over in time', isFailure: true },
  leaked: { title: 'slots: not eight at once, or a ninth', isFailure: true },
  usage: { title: 'usage: not what the records say', isFailure: true },
  falseDuplicate: { title: 'called a duplicate, and was the first', isFailure: true },
  wrongAnswer: { title: 'answers that no sender should get', isFailure: true },
  unaccounted: { title: 'records and effects without a delivery', isFailure: true },
  unexplained: { title: 'unknown effect, although nothing failed', isFailure: true },
  ended: { title: 'a whole start ended or did not come back', isFailure: true },
  ghost: { title: 'ghosts: refused, and done all the same', isFailure: false },
  unknownOurs: { title: 'unknown effect, by our faults', isFailure: false },
  unknownTheirs: { title: 'unknown effect, by the target', isFailure: false },
} as const satisfies Readonly<Record<string, Category>>;

export type CategoryName = keyof typeof categories;

export interface Finding {
  readonly what: string;
  /** The fault behind it, where that is known. */
  readonly cause: string | null;
}

export type Findings = Readonly<Record<CategoryName, readonly Finding[]>>;
export type Found = (name: CategoryName, what: string, cause?: string) => void;

export function createFindings() {
  const findings = Object.fromEntries(
    Object.keys(categories).map((name) => [name, [] as Finding[]]),
  ) as Record<CategoryName, Finding[]>;
  const found: Found = (name, what, cause) => findings[name].push({ what, cause: cause ?? null });
  return { findings, found };
}

export const isFailed = (findings: Findings) =>
  Object.entries(categories).some(
    ([name, { isFailure }]) => isFailure && findings[name as CategoryName].length > 0,
  );

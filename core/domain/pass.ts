/** The result of a pass over many records. A record that fails does not stop the pass. */
export interface Pass {
  readonly done: number;
  readonly failures: readonly PassFailure[];
  /** Only where there is more than one pass does: it did all it may, and nothing failed. */
  readonly hasMore?: true;
}

export interface PassFailure {
  /** The record, for people. */
  readonly record: string;
  readonly error: unknown;
}

export const emptyPass: Pass = { done: 0, failures: [] };

/** Processes one record; `work` returns how many changes it made. Never rejects. */
export async function attempt(record: string, work: () => Promise<number>): Promise<Pass> {
  try {
    return { done: await work(), failures: [] };
  } catch (error) {
    return { done: 0, failures: [{ record, error }] };
  }
}

export function sumOf(passes: readonly Pass[]): Pass {
  return {
    done: passes.reduce((sum, { done }) => sum + done, 0),
    failures: passes.flatMap(({ failures }) => failures),
  };
}

/** Time limit of the thorough engine, which leaves the fast one enough time to finish the job. */
export interface Budget {
  isSpent(): boolean;
}

export function startBudget(milliseconds: number): Budget {
  const end = performance.now() + milliseconds;
  return { isSpent: () => performance.now() > end };
}

/** Time that the thorough engine may take, so that the fast one can still finish within the limit of the job. */
export interface Budget {
  isSpent(): boolean;
}

export function startBudget(milliseconds: number): Budget {
  const end = performance.now() + milliseconds;
  return { isSpent: () => performance.now() > end };
}

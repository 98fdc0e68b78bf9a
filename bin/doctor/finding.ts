/** The result of one check. `todo` says how to mend it; `-` was not checked, or cannot be. */
export type Finding =
  | { readonly state: 'yes' | '-'; readonly found: string }
  | { readonly state: 'no'; readonly found: string; readonly todo: string };

export interface Look {
  readonly what: string;
  /** The remedy where the check itself fails. */
  readonly otherwise: string;
  /** Rejects where the thing cannot be reached. */
  readonly look: () => Promise<Finding>;
}

export const well = (found: string): Finding => ({ state: 'yes', found });
export const notAsked = (found: string): Finding => ({ state: '-', found });
export const unwell = (found: string, todo: string): Finding => ({ state: 'no', found, todo });

/** Looks after the eight places of a workspace. */
export interface PlaceKeeper {
  /** Frees places whose run ended without giving them back, and says how many those were. */
  readonly release: (workspaceId: string) => Promise<number>;
}

/** How many bytes a workspace may store, and take in a day (UTC). */
export interface StorageLimits {
  readonly storedBytesMax: number;
  readonly storedBytesPerDay: number;
}

export const noStorageLimits: StorageLimits = {
  storedBytesMax: Number.MAX_SAFE_INTEGER,
  storedBytesPerDay: Number.MAX_SAFE_INTEGER,
};

/** The limit that leaves no room: of all that is stored, or of what came in today. */
export type StorageLimit = 'total' | 'day';

export const storageLimitsOf = (settings: {
  readonly WORKSPACE_STORED_BYTES: number;
  readonly WORKSPACE_STORED_BYTES_PER_DAY: number;
}): StorageLimits => ({
  storedBytesMax: settings.WORKSPACE_STORED_BYTES,
  storedBytesPerDay: settings.WORKSPACE_STORED_BYTES_PER_DAY,
});

import type { DataFolder } from './data-folder.ts';

export interface KeptSecret {
  readonly value: string;
  /** Whether it was made just now: then it is shown, this once. */
  readonly isNew: boolean;
}

/** A secret of this data folder, made when it is asked for the first time. */
export async function keptSecret(data: DataFolder, name: string, make: () => string): Promise<KeptSecret> {
  const kept = await data.read(name);
  if (kept !== undefined) return { value: kept, isNew: false };
  const value = make();
  await data.write(name, value);
  return { value, isNew: true };
}

import type { DataFolder } from './data-folder.ts';

/** A secret of this data folder, generated on first use. */
export async function loadOrCreateSecret(
  data: DataFolder,
  name: string,
  make: () => string,
): Promise<string> {
  const kept = await data.read(name);
  if (kept !== undefined) return kept;
  const value = make();
  await data.write(name, value);
  return value;
}

/** `<area>/<name>`: the area is what {@link Blobs.list} lists, the name may hold further slashes. */
const keyPattern = /^([a-z]+)\/([A-Za-z0-9_-][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*)$/;
/** A file name may have 255 bytes, and each slash takes three. */
const charactersMax = 200;

/** The parts of a key; throws for what is none, because keys become paths. */
export function partsOfKey(key: string): { readonly area: string; readonly name: string } {
  const [, area, name] = keyPattern.exec(key) ?? [];
  if (area === undefined || name === undefined || key.length > charactersMax)
    throw new Error('Not the key of a blob.');
  return { area, name };
}

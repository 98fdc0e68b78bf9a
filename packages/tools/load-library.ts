type Listener = (isLoading: boolean) => void;

const loaded = new Map<string, Promise<unknown>>();
let loadingNow = 0;
let listener: Listener = () => {};

/** Tells a host when a tool waits for a library, which takes time that its input does not decide. */
export function watchLoading(onChange: Listener): void {
  listener = onChange;
}

/** Imports a library on first use; `name` identifies it. A failed import is tried again. */
export async function loadLibrary<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  const known = loaded.get(name);
  if (known !== undefined) return (await known) as Module;
  loadingNow += 1;
  if (loadingNow === 1) listener(true);
  const loading = load();
  loaded.set(name, loading);
  try {
    return await loading;
  } catch (error) {
    loaded.delete(name);
    throw error;
  } finally {
    loadingNow -= 1;
    if (loadingNow === 0) listener(false);
  }
}

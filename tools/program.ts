import { fileURLToPath } from 'node:url';

/** A module to run in a separate process, and the paths it must be able to read. */
export interface Program {
  /** Path of its first module. */
  readonly entry: string;
  /** Paths of files, or of folders with `*` at the end, as `--allow-fs-read` takes them. */
  readonly readable: readonly string[];
}

export const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The folder of an installed package, which may be hoisted. */
export function packageFolder(name: string): string {
  const entry = fileURLToPath(import.meta.resolve(name));
  const end = entry.lastIndexOf(`node_modules/${name}/`) + `node_modules/${name}/`.length;
  return entry.slice(0, end);
}

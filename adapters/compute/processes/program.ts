import { realpathSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A module to run in a separate process, and what it reads there. Plain data, so that a package need not import this. */
export interface Program {
  /** Its first module. */
  readonly entry: URL;
  /** Files, and folders, whose URL ends in a slash. */
  readonly files: readonly URL[];
  readonly packages: readonly string[];
  /** Names of packages that load others, which are installed next to them. */
  readonly packagesWithNeighbours?: readonly string[];
}

/** All that a program reads, as `--allow-fs-read` takes it. */
export function readablePaths({ entry, files, packages, packagesWithNeighbours = [] }: Program): string[] {
  const folderOf = (name: string) => packageFolder(name, entry);
  return [
    ...files.map((file) => withContents(fileURLToPath(file))),
    ...packages.map((name) => withContents(folderOf(name) + sep)),
    ...packagesWithNeighbours.map((name) => withContents(dirname(folderOf(name)) + sep)),
  ];
}

function withContents(path: string): string {
  return path.endsWith(sep) ? `${path}*` : path;
}

/** The folder of a package as a module finds it, hoisted or not. Permissions apply to real paths. */
function packageFolder(name: string, importer: URL): string {
  const manifest = findPackageJSON(name, importer);
  if (manifest === undefined) throw new Error(`The package ${name} is not installed.`);
  return realpathSync(dirname(manifest));
}

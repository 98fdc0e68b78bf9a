import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The folder of the project. */
export const root = path.resolve(import.meta.dirname, '../..');

/** The same as a URL. */
export const rootUrl = pathToFileURL(`${root}/`);

/** The text of a file, by its path from the folder of the project. */
export const readFromRoot = (name: string): string => readFileSync(path.join(root, name), 'utf8');

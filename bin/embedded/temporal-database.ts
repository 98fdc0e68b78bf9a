import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { SetupError } from '../setup-error.ts';

/** The failed start of a Temporal server, explained where its database file is the reason; nothing is moved or deleted. */
export function explainStart(failure: unknown, file: string): unknown {
  const problem = existsSync(file) ? problemOf(file) : undefined;
  if (problem === undefined) return failure;
  return new SetupError(
    `Temporal cannot start: its database ${file} ${problem}. Put a backup in its place, or move it aside:\n` +
      `  for f in '${file}'*; do mv "$f" "$f.broken"; done\n` +
      'Reveille then starts with an empty Temporal. All records stay and no delivery is processed twice; ' +
      'runs that were under way do not go on.',
  );
}

/** Its fault; undefined if none is found. */
function problemOf(file: string): string | undefined {
  if (statSync(file).size === 0) return 'is empty';
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    const [check] = database.prepare('PRAGMA quick_check(1)').all();
    if (check?.['quick_check'] !== 'ok') return 'is damaged';
    const table = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'namespaces'").get();
    return table === undefined ? 'has none of its tables' : undefined;
  } catch (error) {
    return `cannot be read (${error instanceof Error ? error.message : String(error)})`;
  }
}

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type { SetUp } from './set-up.ts';

/** The SHA-256 of the table's definition in server 1.31: such a file has no number of its schema. */
const knownDefinition = 'e5d830a4d257f510b0631ccd32424fa510c807f30cc9472a1c90267ded619716';

/**
 * Indexes of the table of runs that no search attribute of ours, no list of the Web UI and no search of the server itself needs. Those of
 * Keyword01 to Keyword10 stay: each database has our attributes in other ones of them, by chance.
 */
const unused = [
  ['execution_time', 'history_length', 'history_size_bytes', 'execution_duration', 'state_transition_count'],
  ['parent_run_id', 'root_run_id', 'batcher_user', 'temporal_pause_info', 'temporal_schedule_paused'],
  ['temporal_scheduled_start_time', 'temporal_worker_deployment', 'temporal_worker_deployment_version'],
  ['temporal_workflow_versioning_behavior', 'temporal_low_cardinality_keyword_01'],
  ['bool_01', 'bool_02', 'bool_03', 'datetime_01', 'datetime_02', 'datetime_03'],
  ['double_01', 'double_02', 'double_03', 'int_01', 'int_02', 'int_03'],
  ['temporal_bool_01', 'temporal_bool_02', 'temporal_datetime_01', 'temporal_datetime_02'],
  ['temporal_double_01', 'temporal_double_02', 'temporal_int_01', 'temporal_int_02'],
  ['temporal_keyword_01', 'temporal_keyword_02', 'temporal_keyword_03', 'temporal_keyword_04'],
].flatMap((names) => names.map((name) => `by_${name}`));

/**
 * Takes the unused indexes out of the database of an embedded Temporal, which writes every one of them at each start and end of a
 * run. Nothing makes them again. The server may be running while the file is new; it starts with whatever is left.
 */
export async function dropUnusedIndexes(file: string, { log, signal }: SetUp): Promise<void> {
  if (!existsSync(file)) return; // a server in memory
  try {
    using database = new DatabaseSync(file, { timeout: 10_000 });
    const all = database.prepare(
      "SELECT name, sql FROM sqlite_master WHERE tbl_name = 'executions_visibility'",
    );
    const definitions = new Map(all.all().map(({ name, sql }) => [name, sql]));
    const table = definitions.get('executions_visibility');
    if (table === undefined) return;
    if (createHash('sha256').update(String(table)).digest('hex') !== knownDefinition)
      return log("Temporal's database is of an unknown version: all its indexes stay.");
    // Their pages would keep what they held, also after an erasure.
    database.exec('PRAGMA secure_delete = ON');
    for (const name of unused.filter((one) => definitions.has(one))) {
      if (signal?.aborted) return;
      database.exec(`DROP INDEX ${name}`);
      await setImmediate();
    }
  } catch (error) {
    log(
      `Unused indexes of Temporal's database stay: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

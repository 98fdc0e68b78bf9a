/** The record of a run that was accepted is gone. Trying again does not bring it back. */
export class RecordMissing extends Error {
  override readonly name = 'RecordMissing';

  constructor(runId: string) {
    super(`There is no record of ${runId}.`);
  }
}

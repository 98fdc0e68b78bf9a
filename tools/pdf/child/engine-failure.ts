/** An engine could not do its work on this file; another one may. Never shown to a caller. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
}

/** An engine failed on this file; another one may succeed. Never shown to a caller. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
}

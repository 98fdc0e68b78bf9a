/** Another attempt of a request has written its record since this one looked. The next attempt reads what it did. */
export class CallTaken extends Error {
  override readonly name = 'CallTaken';

  constructor() {
    super('Another attempt carries out this call.');
  }
}

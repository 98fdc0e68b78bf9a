import { mkdir } from 'node:fs/promises';

import { startReveille } from '#test/support/reveille.ts';
import { keepStarted, type KeptStart } from './kept-start.ts';
import { settingsOfSecond } from './second-settings.ts';

export interface Place {
  readonly dataDir: string;
  readonly port: number;
}

/** A start with everything on the first place; on the second, an API and a worker on the servers of the first. */
export async function startBoth(
  places: readonly Place[],
  settings: Readonly<Record<string, string>>,
): Promise<readonly KeptStart[]> {
  const starts: KeptStart[] = [];
  for (const [index, place] of places.entries()) {
    await mkdir(place.dataDir, { recursive: true });
    starts.push(await keepStarted(() => (index === 0 ? startFirst(place) : startSecond(place))));
  }
  return starts;

  async function startFirst({ dataDir, port }: Place) {
    const first = startReveille(dataDir, { ...settings, PORT: String(port) });
    // Its servers listen elsewhere than those that the second start was told of.
    void first.printed(/^ready: /m).then(
      () => starts[1]?.restart(),
      () => undefined,
    );
    return first;
  }

  async function startSecond({ dataDir, port }: Place) {
    const { temporal } = await starts[0]!.current().children();
    const shared = await settingsOfSecond(places[0]!.dataDir, temporal!);
    return startReveille(dataDir, { ...settings, ...shared, PORT: String(port) });
  }
}

import { defaultTimeZone } from '#domain/time-zone.ts';

/** A change of zone in between is asked for anew; this many in a row are a fault. */
const roundsMax = 5;
const zonesMax = 10_000;

/**
 * Runs scripts for the day of a workspace. A script that has a use for the day, and was asked for that of another time zone,
 * answers `zone` and the right one. So nobody asks for the zone where there is no budget.
 */
export function createAskByZone() {
  const zones = new Map<string, string>();

  return async function askByZone(
    workspaceId: string,
    ask: (zone: string | null) => Promise<readonly string[]>,
  ): Promise<readonly string[]> {
    for (let round = 0; round < roundsMax; round += 1) {
      const answer = await ask(zones.get(workspaceId) ?? null);
      if (answer[0] !== 'zone') return answer;
      if (zones.size >= zonesMax) zones.clear();
      zones.set(workspaceId, answer[1] ?? defaultTimeZone);
    }
    throw new Error('The time zone of the workspace keeps changing.');
  };
}

import type { ServicePart } from '#contracts/service.ts';
import { withTimeout } from '#domain/with-timeout.ts';

/**
 * One probe for each part that a process needs. It rejects while the part cannot be reached, and gives false where the part is not
 * there. A probe starts nothing.
 */
type Probes = Readonly<Record<string, () => Promise<unknown>>>;

interface Deps {
  readonly probes: Probes;
  /** Whether a probe failed only because no memory is left for what is new. */
  readonly isMemoryFull: (error: unknown) => boolean;
  /** Milliseconds, of any clock. */
  readonly now?: () => number;
}

export interface ProbeDeps {
  /** The state of each part, at most five seconds old. */
  readonly probeParts: () => Promise<readonly ServicePart[]>;
}

const probeTimeoutMs = 2_000;
/** Whoever asks, however often, costs one probe in this time; a start waits for what is not ready yet. */
const freshMs = { ready: 5_000, failed: 1_000 };

export function createProbeParts({ now = Date.now, ...deps }: Deps): ProbeDeps['probeParts'] {
  let freshUntilMs = -Infinity;
  let probing: Promise<readonly ServicePart[]> = Promise.resolve([]);

  async function probeAll(): Promise<readonly ServicePart[]> {
    const parts = await Promise.all(Object.entries(deps.probes).map((entry) => probePart(deps, ...entry)));
    const isReady = parts.every(({ state }) => state === 'ready');
    freshUntilMs = now() + (isReady ? freshMs.ready : freshMs.failed);
    return parts;
  }

  return () => {
    if (now() < freshUntilMs) return probing;
    // Until it has ended; its time limit is far below.
    freshUntilMs = Infinity;
    return (probing = probeAll());
  };
}

async function probePart(
  { isMemoryFull }: Deps,
  name: string,
  probe: () => Promise<unknown>,
): Promise<ServicePart> {
  try {
    return { name, state: (await withTimeout(probe(), probeTimeoutMs)) === false ? 'missing' : 'ready' };
  } catch (error) {
    return { name, state: isMemoryFull(error) ? 'full' : 'unreachable' };
  }
}

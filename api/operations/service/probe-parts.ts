import type { ServicePart } from '../../../contracts/service.ts';

/** One probe per dependency; it rejects while the dependency is unavailable. */
type Probes = Readonly<Record<string, () => Promise<unknown>>>;

export interface ProbeDeps {
  readonly probes: Probes;
  /** Whether a probe failed only because no memory is left for what is new. */
  readonly isMemoryFull: (error: unknown) => boolean;
}

const probeTimeoutMs = 2_000;

/** What each dependency is good for. */
export async function probeParts({ probes, isMemoryFull }: ProbeDeps): Promise<readonly ServicePart[]> {
  return await Promise.all(
    Object.entries(probes).map(async ([name, probe]): Promise<ServicePart> => {
      try {
        await withTimeout(probe());
        return { name, state: 'ready' };
      } catch (error) {
        return { name, state: isMemoryFull(error) ? 'full' : 'unreachable' };
      }
    }),
  );
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), probeTimeoutMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

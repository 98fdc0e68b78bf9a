/** The share of a budget that one request holds. */
export interface Holding {
  /** Takes so many bytes more, or nothing and gives false. */
  readonly take: (bytes: number) => boolean;
  readonly release: () => void;
}

export interface ByteBudget {
  readonly bytesMax: number;
  readonly heldBytes: () => number;
  /** A holding of a party, which has nothing yet. */
  readonly open: (party: string) => Holding;
}

/**
 * Bytes that several parties share: one may hold as many as are free. So one alone has half of them, two have a third each,
 * and however many are greedy, as much as each of them has is left for the next one.
 */
export function createByteBudget(bytesMax: number): ByteBudget {
  const heldBy = new Map<string, number>();
  let freeBytes = bytesMax;

  function add(party: string, bytes: number): void {
    const held = (heldBy.get(party) ?? 0) + bytes;
    if (held === 0) heldBy.delete(party);
    else heldBy.set(party, held);
    freeBytes -= bytes;
  }

  return {
    bytesMax,
    heldBytes: () => bytesMax - freeBytes,
    open(party) {
      let ownBytes = 0;
      return {
        take(bytes) {
          if ((heldBy.get(party) ?? 0) + bytes > freeBytes - bytes) return false;
          ownBytes += bytes;
          add(party, bytes);
          return true;
        },
        release() {
          add(party, -ownBytes);
          ownBytes = 0;
        },
      };
    },
  };
}

/** A holding for requests that share no budget. */
export const boundless: Holding = { take: () => true, release: () => undefined };

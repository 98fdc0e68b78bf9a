import { createCipheriv, createHash, randomBytes } from 'node:crypto';

const chunkBytes = 4096;

/** Random numbers: secret and fresh, or the same ones for the same seed. */
export interface Random {
  readonly bytes: (count: number) => Buffer;
  /** 0 to `limit` - 1, each as likely as any other; `limit` is a whole number up to 2^53. */
  readonly below: (limit: number) => number;
  /** 0 up to, not including, 1, with 53 bits. */
  readonly fraction: () => number;
}

/** The cipher's key stream: fast, uniform, and determined by the seed. */
function seededBytes(seed: string | number): (count: number) => Buffer {
  const key = createHash('sha256').update(String(seed)).digest();
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  return (count) => cipher.update(Buffer.alloc(count));
}

export function createRandom(seed: string | number | undefined): Random {
  const source = seed === undefined ? (count: number) => randomBytes(count) : seededBytes(seed);
  let chunk: Buffer = Buffer.alloc(0);
  let position = 0;

  function bytes(count: number): Buffer {
    if (position + count > chunk.length) {
      chunk = source(Math.max(chunkBytes, count));
      position = 0;
    }
    position += count;
    return chunk.subarray(position - count, position);
  }

  function bits53(): number {
    const sevenBytes = bytes(7);
    return (sevenBytes.readUIntBE(0, 3) & 0x1fffff) * 2 ** 32 + sevenBytes.readUInt32BE(3);
  }

  function below(limit: number): number {
    const range = limit <= 2 ** 32 ? 2 ** 32 : 2 ** 53;
    // The remainder of a plain division would favour small numbers.
    const fairRange = range - (range % limit);
    for (;;) {
      const value = range === 2 ** 32 ? bytes(4).readUInt32BE() : bits53();
      if (value < fairRange) return value % limit;
    }
  }

  return { bytes, below, fraction: () => bits53() / 2 ** 53 };
}

/** A new list in random order (Fisher and Yates). */
export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const order = [...items];
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = random.below(index + 1);
    [order[index], order[other]] = [order[other] as Item, order[index] as Item];
  }
  return order;
}

import type { Readable } from 'node:stream';

/** Storage for data that is too large, or kept too long, for the memory of Redis: bytes under a key. */
export interface Blobs {
  /**
   * Stores the content whole or not at all, in the place of what was there. Once this resolves every process reads it, and
   * it survives a crash.
   */
  readonly put: (key: string, content: Blob) => Promise<void>;
  /**
   * The same for a file of this machine, which is gone from its path then, and without the promise of surviving a crash of
   * the machine: for what only matters while somebody waits for it.
   */
  readonly putFile: (key: string, path: string) => Promise<void>;
  /** Undefined where there is none. The stream must be read or destroyed. */
  readonly get: (key: string) => Promise<StoredBlob | undefined>;
  /** Makes a file of it at a path where there is none, readable by its owner only. False where there is no blob. */
  readonly getFile: (key: string, path: string) => Promise<boolean>;
  /** Also resolves where there is none. */
  readonly delete: (key: string) => Promise<void>;
  /** The content of an area, in no order; blobs that are stored or deleted meanwhile may be missing. */
  readonly list: (area: string) => AsyncIterable<ListedBlob>;
}

export interface StoredBlob {
  readonly stream: Readable;
  readonly sizeBytes: number;
}

export interface ListedBlob {
  readonly key: string;
  readonly storedAtMs: number;
}

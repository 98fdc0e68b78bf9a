/** Members of a delivery that are other than in the sender's example, by their path. */
export type Patch = Readonly<Record<string, unknown>>;

/** A filter as an owner writes it, with what must run and what must be skipped. */
export type FilterCase = readonly [filter: string, run: Patch, skip: Patch, ...alsoSkip: readonly Patch[]];

/** A filter that nothing in these deliveries decides. */
export type OpenCase = readonly [filter: string, ...deliveries: readonly Patch[]];

/** Examples of one kind of delivery. `headers.` in a patch names a header, an empty path the whole body. */
export interface SenderCorpus {
  readonly sender: string;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly cases: readonly FilterCase[];
  readonly open?: readonly OpenCase[];
}

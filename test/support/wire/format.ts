/** One answer of a model, in no provider's words. */
export interface Said {
  readonly text?: string;
  /** The reasoning that the provider wants back unread in the next turn. */
  readonly reasoning?: string;
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly input: object }[];
  /** The answer ended at the limit of its tokens. */
  readonly isCut?: boolean;
  /** The model declines, or a rule of its provider stops it, as the format tells it. */
  readonly isRefused?: boolean;
  readonly usage?: Partial<typeof usualUsage>;
}

export const usualUsage = { input: 1_200, cached: 0, written: 0, output: 80, reasoning: 0 };

export interface ToolOnWire {
  readonly name: string;
  readonly schema: object;
  readonly isStrict: boolean;
}

/** The format of a provider, in the shape of its public documentation. */
export interface WireFormat {
  readonly modelId: string;
  /** The end of its base URL. */
  readonly path: string;
  readonly answer: (said: Said) => object;
  readonly error: (type: string, message: string) => object;
  readonly toolsIn: (body: unknown) => readonly ToolOnWire[];
  /** The schema that an answer is held to. */
  readonly answerSchemaIn: (body: unknown) => object;
}

/** What a model call looks like from here; whoever provides it maps it to a provider. */
export interface GenerateRequest {
  /** Trusted text. */
  readonly instructions: string;
  readonly prompt: string;
  readonly maxOutputTokens: number;
  /** The provider's own when absent; models that take none ignore it. */
  readonly temperature?: number;
  readonly signal: AbortSignal;
}

/** `isCut`: the text ends at the limit of its tokens, not at its own end. */
interface Generated {
  readonly text: string;
  readonly isCut?: boolean;
}

/** Throws when the model does not answer; does not retry. */
export type Generate = (request: GenerateRequest) => Promise<Generated>;

/** The model answered, but not with what was asked for. */
export class AnswerRejectedError extends Error {
  override readonly name = 'AnswerRejectedError';
}

/** No call is made: those of the day are used up. For whoever provides `Generate` to throw. */
export class BudgetSpentError extends Error {
  override readonly name = 'BudgetSpentError';
}

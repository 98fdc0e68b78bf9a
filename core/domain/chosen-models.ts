import type { Effort, ModelSettings } from '#contracts/model-settings.ts';

/** The models of a run, each as `provider/model-id`. */
export interface ChosenModels {
  readonly main: string;
  /** Null: nothing acts where the main model does not. */
  readonly fallback: string | null;
  readonly filter: string;
  readonly effort: Effort | null;
  readonly maxOutputTokens: number | null;
}

/** Member by member the choice of the automation, else of its agent, else of the service. */
export function chosenModels(
  serviceModel: string,
  ofAgent: ModelSettings | null,
  ofAutomation: ModelSettings | null,
): ChosenModels {
  const chosen: ModelSettings = { ...ofAgent, ...ofAutomation };
  const { main = serviceModel, fallback = null, effort = null, maxOutputTokens = null } = chosen;
  return {
    main,
    fallback: fallback === main ? null : fallback,
    filter: chosen.filter ?? main,
    effort,
    maxOutputTokens,
  };
}

import type { BlogPreview, DegradedReason, HumanizerPreview } from './preview-answers.ts';
import { blogByModel } from './blog/blog-by-model.ts';
import { blogByRules } from './blog/blog-by-rules.ts';
import { titleOf } from './blog/title.ts';
import { AnswerRejectedError, type Generate } from '../model-backed/generate.ts';
import { humanizeByModel } from './humanizer/humanize-by-model.ts';
import { humanizeByRules } from './humanizer/humanize.ts';
import type { Rewritten } from './humanizer/rewrite.ts';
import { previewBody } from './preview-body.ts';
import { withTimeout } from '../with-timeout.ts';

interface PreviewsDeps {
  readonly usage: Usage;
  /** Absent if no model is configured. */
  readonly generate?: Generate | undefined;
  readonly limits: {
    readonly freePerDay: number;
    readonly topicCharsMax: number;
    readonly humanizerCharsMax: number;
  };
  readonly now: () => Date;
  /** Called when a configured model failed and rules made the preview. */
  readonly onFailure?: (error: unknown) => void;
  readonly modelMsMax?: number;
}

type Writing<T> =
  | { readonly state: 'generated'; readonly made: T; readonly used: number; readonly day: string }
  | {
      readonly state: 'degraded';
      readonly made: T;
      readonly used: number;
      readonly day: string;
      readonly reason: DegradedReason;
    }
  | { readonly state: 'gated' | 'capped' | 'too-long'; readonly used: number; readonly day: string };

/** Writes by model or rules, within the client's daily quota. */
function createWriter({ usage, generate, now, onFailure = () => {}, modelMsMax = 20_000 }: PreviewsDeps) {
  /** Checks the quotas first; rules replace a model that is absent or fails. */
  async function write<T>(
    client: string,
    byModel: (input: string, generate: Generate, signal: AbortSignal) => Promise<T>,
    byRules: (input: string) => T,
    input: string,
  ): Promise<Writing<T>> {
    const decision = await (generate ? usage.take(client) : usage.look(client)).catch(noted);
    if (!decision)
      return { state: 'degraded', made: byRules(input), ...unknownUsage(), reason: 'usage-unavailable' };
    const { status, used, day } = decision;
    if (status !== 'free') return { state: status, used, day };
    if (!generate) return { state: 'degraded', made: byRules(input), used, day, reason: 'no-model' };
    try {
      const made = await withTimeout(modelMsMax, (signal) => byModel(input, generate, signal));
      return { state: 'generated', made, used, day };
    } catch (error) {
      onFailure(error);
      const usedNow = (await usage.giveBack(client, day).catch(noted)) ?? used;
      return { state: 'degraded', made: byRules(input), used: usedNow, day, reason: reasonOf(error) };
    }
  }

  async function seen(client: string): Promise<Pick<UsageDecision, 'used' | 'day'>> {
    const decision = await usage.look(client).catch(noted);
    return decision ? { used: decision.used, day: decision.day } : unknownUsage();
  }

  /** The usage shown while the counters are unavailable. */
  function unknownUsage() {
    return { used: 0, day: now().toISOString().slice(0, 10) };
  }

  function noted(error: unknown): undefined {
    onFailure(error);
  }

  return { write, seen };
}

export type Previews = ReturnType<typeof createPreviews>;

/** Previews of the two skills. Every state is a result; an unavailable model or store does not throw. */
export function createPreviews(deps: PreviewsDeps) {
  const { limits } = deps;
  const { write, seen } = createWriter(deps);

  /** `topic` is trimmed already and within its bounds. */
  async function blog(client: string, topic: string): Promise<BlogPreview> {
    const writing = await write(client, blogByModel, blogByRules, topic);
    const made = 'made' in writing ? writing.made : { title: titleOf(topic), outline: [], text: '' };
    const body = previewBody({
      ...common(writing),
      text: made.text,
      isExcerpt: true,
      inputChars: charsOf(topic),
      maxInputChars: limits.topicCharsMax,
    });
    return { ...body, title: made.title, outline: [...made.outline] };
  }

  async function humanize(client: string, text: string): Promise<HumanizerPreview> {
    const inputChars = charsOf(text);
    const isTooLong = inputChars > limits.humanizerCharsMax;
    const writing: Writing<Rewritten> = isTooLong
      ? { state: 'too-long', ...(await seen(client)) }
      : await write(client, humanizeByModel, humanizeByRules, text);
    const made = 'made' in writing ? writing.made : { text: '', changes: 0 };
    const body = previewBody({
      ...common(writing),
      text: made.text,
      isExcerpt: false,
      inputChars,
      maxInputChars: limits.humanizerCharsMax,
    });
    return { ...body, changes: made.changes };
  }

  function common(writing: Writing<unknown>) {
    const degradedBy = writing.state === 'degraded' ? writing.reason : null;
    const { state, used, day } = writing;
    return { state, used, day, degradedBy, freePerDay: limits.freePerDay };
  }

  return { blog, humanize };
}

function reasonOf(error: unknown): DegradedReason {
  if (error instanceof AnswerRejectedError) return 'model-answer-rejected';
  return error instanceof DOMException && error.name === 'TimeoutError' ? 'model-timeout' : 'model-failed';
}

function charsOf(text: string): number {
  return Array.from(text).length;
}

/** The allowance of a client for today; `day` is the UTC date of the count. */
export interface UsageDecision {
  readonly status: 'free' | 'gated' | 'capped';
  readonly used: number;
  readonly day: string;
}

/** The counters behind the previews. Each method may throw while they are unavailable. */
interface Usage {
  readonly take: (client: string) => Promise<UsageDecision>;
  readonly look: (client: string) => Promise<UsageDecision>;
  readonly giveBack: (client: string, day: string) => Promise<number>;
}

import type { DegradedReason, PreviewState, SkillPreview } from './preview-answers.ts';
import { cutAtSentence } from './cut-at-sentence.ts';
import { wordCount } from './word-count.ts';

const previewWordsMax = 180;

interface PreviewFacts {
  readonly state: PreviewState;
  /** The whole text; the body holds what is shown of it. */
  readonly text: string;
  /** Whether the full result has more than `text`. */
  readonly isExcerpt: boolean;
  readonly inputChars: number;
  readonly maxInputChars: number;
  readonly freePerDay: number;
  readonly used: number;
  /** UTC date of the count. */
  readonly day: string;
  readonly degradedBy: DegradedReason | null;
}

type Access = SkillPreview['access'];

const accessOf: Readonly<Record<'gated' | 'capped' | 'too-long', Access>> = {
  gated: { full: false, reason: 'account-required', cta: 'Create an account to go on today.' },
  capped: { full: false, reason: 'daily-budget-used', cta: 'Come back when the day is over.' },
  'too-long': { full: false, reason: 'text-too-long', cta: 'Send a shorter text.' },
};

/** The members that both previews share, the text cut to what a preview shows. */
export function previewBody(facts: PreviewFacts): SkillPreview {
  const { state, used, freePerDay, degradedBy } = facts;
  const { text: preview, isTruncated } = cutAtSentence(facts.text, previewWordsMax);
  return {
    state,
    preview,
    truncated: isTruncated,
    counts: { inputChars: facts.inputChars, previewWords: wordCount(preview) },
    access:
      state === 'generated' || state === 'degraded'
        ? accessTo(isTruncated || facts.isExcerpt)
        : accessOf[state],
    limits: { maxInputChars: facts.maxInputChars, previewWords: previewWordsMax, freePerDay },
    usage: { used, remaining: Math.max(0, freePerDay - used), resetsAt: endOf(facts.day) },
    degraded: degradedBy === null ? null : { reason: degradedBy, method: 'rules' },
  };
}

function accessTo(isPart: boolean): Access {
  if (!isPart) return { full: true, reason: null, cta: null };
  return { full: false, reason: 'preview-only', cta: 'Create an account to get the whole text.' };
}

function endOf(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60 * 1_000).toISOString();
}

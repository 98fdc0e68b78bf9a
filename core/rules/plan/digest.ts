import type { Plan } from '#contracts/plan.ts';
import { canonicalJson } from '#domain/canonical-json.ts';
import { sha256 } from '#domain/digest.ts';

/** What a plan is known by when it is confirmed, in whatever order its members stand. */
export const digestOfPlan = (plan: Plan): string => sha256(canonicalJson(plan));

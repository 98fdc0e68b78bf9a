import type { JsonValue } from '#domain/json-value.ts';
import { evaluateCondition } from '../condition/evaluate-condition.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import type { Action, NamedField, Program, Rule } from './program.ts';
import { type PlannedRequest, renderRequest } from './render-request.ts';
import { renderEach } from './render-each.ts';
import { renderReply } from './render-reply.ts';
import { MissingValue, type Source, sourceOf, toldValue } from './evaluate-value.ts';
import { summarised } from './summarised.ts';

/** What is done about one delivery, in order. All requests go out before anything is said. */
export interface Plan {
  readonly requests: readonly PlannedRequest[];
  readonly says: readonly Say[];
}

/** A part of the final answer. `requests` and `request`: indices of the requests that it depends on. */
export type Say =
  | { readonly kind: 'reply'; readonly text: string; readonly requests: readonly number[] }
  | {
      readonly kind: 'report';
      readonly fields: readonly NamedField[];
      /** The GET just before it, whose answer is meant; null: the delivery. */
      readonly request: number | null;
    }
  | { readonly kind: 'answer'; readonly request: number }
  /** Undefined: all of the delivery. */
  | {
      readonly kind: 'summary';
      readonly value: JsonValue | undefined;
      readonly isOneSentence: boolean;
    }
  | { readonly kind: 'left-out'; readonly text: string; readonly evidence: string }
  | { readonly kind: 'stopped'; readonly text: string; readonly evidence: string };

export type Planned =
  | { readonly state: 'planned'; readonly plan: Plan }
  /** Understood, but this delivery lacks what it needs. Nothing is sent. */
  | { readonly state: 'impossible'; readonly problem: string };

/** Applies a program to a delivery. Pure; never throws. */
export function planRun(program: Program, document: DeliveryDocument, maxRequests: number): Planned {
  const guards = program.guards.map((rule) => ({ rule, judged: judgeRule(rule, document) }));
  const stop = guards.find(({ judged }) => judged.value === false);
  if (stop !== undefined) {
    const { rule, judged } = stop;
    const says: readonly Say[] = [{ kind: 'stopped', text: rule.text, evidence: judged.evidence }];
    return { state: 'planned', plan: { requests: [], says } };
  }
  const unsure = guards.find(({ judged }) => judged.value === null);
  if (unsure !== undefined) return { state: 'impossible', problem: undecided(unsure.rule, unsure.judged) };
  try {
    const plan = planRules(program.rules, document);
    const { length } = plan.requests;
    if (length <= maxRequests) return { state: 'planned', plan };
    const problem = `the instructions ask for ${length} requests and the run may send ${maxRequests}`;
    return { state: 'impossible', problem };
  } catch (error) {
    if (error instanceof MissingValue) return { state: 'impossible', problem: error.message };
    throw error;
  }
}

interface Judged {
  /** Null: it cannot be said whether the sentence applies. */
  readonly value: boolean | null;
  readonly evidence: string;
}

function judgeRule({ when, perhaps }: Rule<Action>, document: DeliveryDocument): Judged {
  const judged = evaluateCondition(when, document);
  if (judged.value === false || perhaps === null) return judged;
  const other = evaluateCondition(perhaps, document);
  return other.value === true
    ? judged
    : { value: null, evidence: `it may depend on this: ${other.evidence}` };
}

const undecided = ({ text }: Rule<Action>, { evidence }: Judged): string =>
  `"${text}" cannot be decided (${evidence})`;

function planRules(rules: readonly Rule<Action>[], document: DeliveryDocument): Plan {
  const requests: PlannedRequest[] = [];
  const says: Say[] = [];
  const source = sourceOf(document);
  for (const rule of rules) {
    const judged = judgeRule(rule, document);
    if (judged.value === null) throw new MissingValue(undecided(rule, judged));
    const { text, actions } = rule;
    if (judged.value) for (const action of actions) plan(action, source, requests, says);
    else if (!says.some((say) => say.kind === 'left-out' && say.text === text))
      says.push({ kind: 'left-out', text, evidence: judged.evidence });
  }
  return { requests, says };
}

function plan(action: Action, source: Source, requests: PlannedRequest[], says: Say[]): void {
  switch (action.kind) {
    case 'request':
      requests.push(renderRequest(action, source));
      source.requested.push(action.method);
      return;
    case 'reply':
      says.push({
        kind: 'reply',
        text: renderReply(action.template, source),
        requests: requests.map((_, index) => index),
      });
      return;
    case 'report': {
      const isAfterGet = requests.at(-1)?.method === 'GET';
      if (!isAfterGet) for (const { value } of action.fields) toldValue(sourceOf(source.document), value);
      says.push({ kind: 'report', fields: action.fields, request: isAfterGet ? requests.length - 1 : null });
      return;
    }
    case 'report-answer':
      if (requests.length === 0) throw new MissingValue('there is no request whose answer could be reported');
      says.push({ kind: 'answer', request: requests.length - 1 });
      return;
    case 'summarise':
      says.push({
        kind: 'summary',
        value: summarised(source.document, action.field),
        isOneSentence: action.isOneSentence,
      });
      return;
    case 'each':
      requests.push(...renderEach(action, source));
      return;
    case 'nothing':
  }
}

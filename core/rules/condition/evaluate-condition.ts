import type { DeliveryDocument } from '../document/delivery-document.ts';
import type { Condition } from './condition-tree.ts';
import { evaluateTest, type Evaluation } from './evaluate-test.ts';

const evidencesMax = 4;

/** Evaluates a condition in three-valued logic. Total: it never throws and always gives its evidence. */
export function evaluateCondition(
  condition: Condition,
  document: DeliveryDocument,
  isNegated = false,
): Evaluation {
  switch (condition.kind) {
    case 'always':
      return { value: !isNegated, evidence: 'no condition' };
    case 'not':
      return evaluateCondition(condition.of, document, !isNegated);
    case 'every':
    case 'some': {
      const parts = condition.of.map((part) => evaluateCondition(part, document, isNegated));
      return (condition.kind === 'every') === isNegated ? anyOf(parts) : allOf(parts);
    }
    case 'readings':
      return agreed(condition.of.map((reading) => evaluateCondition(reading, document, isNegated)));
    case 'test':
      return evaluateTest(condition, document, isNegated);
  }
}

function allOf(parts: readonly Evaluation[]): Evaluation {
  const failed = parts.find(({ value }) => value === false);
  if (failed !== undefined) return failed;
  const unknown = parts.filter(({ value }) => value === null);
  return combine(unknown.length > 0 ? unknown : parts, unknown.length > 0 ? null : true);
}

function anyOf(parts: readonly Evaluation[]): Evaluation {
  const passed = parts.find(({ value }) => value === true);
  if (passed !== undefined) return passed;
  return combine(parts, parts.some(({ value }) => value === null) ? null : false);
}

function agreed(readings: readonly Evaluation[]): Evaluation {
  const values = new Set(readings.map(({ value }) => value));
  const both = combine(readings, null);
  if (values.size > 1 && !values.has(null))
    return { value: null, evidence: `it can be read in two ways, which differ here: ${both.evidence}` };
  const [value = null] = values.size === 1 ? values : [];
  return { ...both, value };
}

function combine(parts: readonly Evaluation[], value: boolean | null): Evaluation {
  const evidences = [...new Set(parts.map(({ evidence }) => evidence))];
  const rest = evidences.length - evidencesMax;
  return {
    value,
    evidence: [...evidences.slice(0, evidencesMax), ...(rest > 0 ? [`… and ${rest} more`] : [])].join('; '),
  };
}

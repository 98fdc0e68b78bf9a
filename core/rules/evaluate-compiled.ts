import type { CompiledFilter } from '#contracts/compiled-filter.ts';
import { type Condition, type Field, not, type Test } from './condition/condition-tree.ts';
import { evaluateCondition } from './condition/evaluate-condition.ts';
import { resolveField } from './condition/resolve-field.ts';
import { deliveryKind } from './delivery-kind.ts';
import type { DeliveryDocument } from './document/delivery-document.ts';
import type { FilterOutcome } from './filter.ts';

/**
 * What the condition that a model made of a filter comes to on a delivery. That a field is not there is an answer only
 * where the model was told of deliveries of this kind; else it may not have known what the kind calls it.
 */
export function evaluateCompiled(
  compiled: Pick<CompiledFilter, 'condition' | 'kinds'>,
  document: DeliveryDocument,
): FilterOutcome {
  const condition = soundCondition(compiled);
  if (condition.kind === 'always')
    return { verdict: 'run', reason: 'The filter matched.', evidence: 'no condition on fields' };
  const { evidence } = evaluateCondition(condition, document);
  const value = compiled.kinds.includes(deliveryKind(document))
    ? valueWhere(missingIsNo, condition, document)
    : valueOfPresent(condition, document);
  if (value === null)
    return { verdict: 'needs_model', reason: `The compiled filter leaves it open: ${evidence}.`, evidence };
  return value
    ? { verdict: 'run', reason: `The filter matched: ${evidence}.`, evidence }
    : { verdict: 'skip', reason: `The filter did not match: ${evidence}.`, evidence };
}

/** Only conditions of `conditionFromGroups`, which are sound, are kept. */
const soundCondition = ({ condition }: Pick<CompiledFilter, 'condition'>): Condition =>
  condition as unknown as Condition;

const always: Condition = { kind: 'always' };

/** What is made of a test of a field that is not there. */
interface Missing {
  readonly is: (field: Field, document: DeliveryDocument) => boolean;
  readonly comesTo: (test: Test, isNegated: boolean) => boolean;
}

const missingIsNo: Missing = {
  is: (field, document) => resolveField(document, field).state === 'missing',
  comesTo: ({ op }) => op === 'empty',
};

/** In a kind of delivery that the model did not know, what has the same name elsewhere may be another thing. */
const isNotAtPath: Missing['is'] = (field, document) => {
  const found = resolveField(document, field);
  return found.state !== 'found' || (field.kind === 'field' && found.path !== field.words);
};

/** What the condition comes to whatever the fields would say that the delivery lacks; null where that decides it. */
function valueOfPresent(condition: Condition, document: DeliveryDocument): boolean | null {
  const [best, worst] = [true, false].map((holds) =>
    valueWhere({ is: isNotAtPath, comesTo: (_, isNegated) => holds !== isNegated }, condition, document),
  );
  return best === worst ? (best ?? null) : null;
}

function valueWhere(missing: Missing, condition: Condition, document: DeliveryDocument): boolean | null {
  const fill = (part: Condition, isNegated: boolean): Condition => {
    switch (part.kind) {
      case 'always':
        return part;
      case 'not':
        return not(fill(part.of, !isNegated));
      case 'every':
      case 'some':
      case 'readings':
        return { ...part, of: part.of.map((each) => fill(each, isNegated)) };
      case 'test':
        if (!missing.is(part.field, document)) return part;
        return missing.comesTo(part, isNegated) ? always : not(always);
    }
  };
  return evaluateCondition(fill(condition, false), document).value;
}

import { z } from 'zod';

import { BrokenCase } from '#contracts/case.ts';
import { type Html, html } from '#api/html.ts';
import type { OperationCalls } from '#api/routing/call-operation.ts';
import { notice, problemNote } from '../../parts/notice.ts';
import { outsideText } from '../../parts/outside-text.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { deliveryPath } from '../deliveries/delivery-path.ts';

const Refused = z.object({ cases: z.array(BrokenCase) });

/** Why a form was refused; where it breaks cases that must hold, with these, and the way to carry it out all the same. */
export function casesNote(problem: FormProblem | undefined, allTheSame: Html): Html | false {
  const refused = Refused.safeParse(problem?.members);
  if (problem === undefined || !refused.success) return problemNote(problem);
  const { cases } = refused.data;
  return notice(
    'refused',
    `The change breaks ${cases.length === 1 ? 'a case' : `${cases.length} cases`} that must hold. Nothing was saved.`,
    {
      id: 'problem',
      more: html`${listOf(cases)}
        <div class="actions">${allTheSame}</div>`,
    },
  );
}

/** The cases that do not hold after a save, as far as data tells. Nothing where all do. */
export async function brokenNote(
  manage: Pick<OperationCalls, 'listCases'>,
  params: Readonly<Record<string, string>>,
): Promise<Html | false> {
  const { items } = await manage.listCases({ params });
  const broken = items.filter(({ holds }) => holds === false);
  return (
    broken.length > 0 &&
    notice(
      'attention',
      broken.length === 1 ? 'One case does not hold:' : `${broken.length} cases do not hold:`,
      {
        role: 'status',
        more: listOf(broken),
      },
    )
  );
}

const listOf = (cases: readonly BrokenCase[]): Html =>
  html`<ul class="cases">
    ${cases.map(
      ({ deliveryId, name, summary }) =>
        html`<li>
          <a href="${deliveryPath(deliveryId)}">${outsideText(name, 80)}</a>: ${outsideText(summary)}
        </li>`,
    )}
  </ul>`;

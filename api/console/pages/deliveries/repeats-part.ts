import { type Html, html } from '#api/html.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { textField } from '../../parts/field.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { size } from '../../parts/size.ts';
import { time } from '../../parts/time.ts';
import { deliveryPath, type ShownDelivery } from './delivery-path.ts';

type Repeat = ShownDelivery['repeats'][number];

interface Shown {
  readonly delivery: ShownDelivery;
  readonly timeZone: string;
  readonly csrf: string;
  /** Whether who looks may run one. */
  readonly canRun: boolean;
  /** The place of the event id, as it was typed. */
  readonly typed?: string | undefined;
  readonly problem?: FormProblem | undefined;
}

/** Deliveries that were refused as duplicates of a delivery, with a form to run one anyway; empty if there are none. */
export function repeatsPart({
  delivery: { deliveryId, repeats },
  timeZone,
  csrf,
  typed,
  problem,
  canRun: mayRun,
}: Shown): Html | false {
  if (repeats.length === 0) return false;
  return html`<section aria-labelledby="repeats">
    <h2 id="repeats">Arrived again</h2>
    <ul>
      ${repeats.map(
        (repeat) =>
          html`<li>
            ${time(repeat.at, timeZone)}, ${size(repeat.sizeBytes)}, ${bodyOf(repeat)}${ranAs(repeat)}
          </li>`,
      )}
    </ul>
    ${
      mayRun &&
      repeats.some(({ canRun }) => canRun) &&
      html`<form method="post" action="${deliveryPath(deliveryId)}/run-duplicate">
        ${csrfField(csrf)}
        ${textField({
          name: 'eventIdFrom',
          label: 'Place of the real event id, so that the next ones count as different',
          value: typed,
          problem,
          hint: 'A JSON pointer such as /data/id, or the name of a header. Empty: unchanged.',
          attributes: html`maxlength="200"`,
        })}
        <button>Not a duplicate: run it</button>
      </form>`
    }
  </section>`;
}

const bodies = new Map<boolean | null, string>([
  [true, 'with another body'],
  [false, 'with the same body'],
]);

const bodyOf = ({ differs, canRun }: Repeat): string =>
  `${bodies.get(differs) ?? 'with an unknown body'}${canRun ? '' : ', which is not kept'}`;

const ranAs = ({ ranAs }: Repeat): Html | false =>
  ranAs !== null && html`; run as <a href="${deliveryPath(ranAs)}">${ranAs}</a>`;

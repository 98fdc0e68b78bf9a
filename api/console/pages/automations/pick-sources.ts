import { type PickableField, pickableFields } from '#rules/pick-fields.ts';
import { samplesOf } from '#senders/samples.ts';
import type { OperationCalls } from '#api/routing/call-operation.ts';
import type { Option } from '../../parts/field.ts';
import { exactTime } from '../../parts/time.ts';
import { shortened } from '../../parts/outside-text.ts';
import { deliveryText } from './last-delivery.ts';
import { eventHeaders } from './try-fields.ts';

interface Asked {
  readonly manage: Pick<OperationCalls, 'listActivity' | 'readDelivery'>;
  readonly timeZone: string;
  readonly form: URLSearchParams;
  readonly sender: string;
  /** Undefined for an automation that is not made yet. */
  readonly automationId: string | undefined;
}

/** The deliveries to pick fields from, and the fields of the one that was chosen. */
export interface PickSources {
  readonly options: readonly Option[];
  readonly chosen: string;
  readonly pasted: string;
  /** Null: it cannot be read as text. */
  readonly fields: readonly PickableField[] | null;
  readonly isCut: boolean;
}

const storedMax = '5';

export async function pickSources(asked: Asked): Promise<PickSources> {
  const { manage, timeZone, form, sender, automationId } = asked;
  const { items } =
    automationId === undefined
      ? { items: [] }
      : await manage.listActivity({ params: { id: automationId }, query: { limit: storedMax } });
  const samples = await samplesOf(sender);
  const options: readonly Option[] = [
    ...items.map(({ deliveryId, receivedAt, title }): Option => [
      deliveryId,
      `${exactTime(receivedAt, timeZone)}: ${shortened(title, 60)}`,
    ]),
    ...samples.map(({ eventName }, index): Option => [
      `sample-${index}`,
      `Sample: ${eventName ?? `${sender} ${index + 1}`}`,
    ]),
    ['pasted', 'The body that is pasted here'],
  ];
  const wanted = form.get('source');
  const [chosen = ''] = options.find(([id]) => id === wanted) ?? options[0] ?? [];
  const pasted = form.get('pasted') ?? '';
  const sample = samples[Number(chosen.replace('sample-', ''))];
  const delivery =
    chosen === 'pasted' ? pastedDelivery(pasted, sender) : (sample ?? (await storedDelivery(manage, chosen)));
  const found = delivery === null ? { fields: null, isCut: false } : pickableFields(delivery);
  // A blank one stands for the first, so that the form follows the newest delivery.
  const first = options[0]?.[0];
  const named = (id: string) => (id === first && id !== 'pasted' ? '' : id);
  return {
    options: options.map(([id, title]) => [named(id), title]),
    chosen: named(chosen),
    pasted,
    ...found,
  };
}

async function storedDelivery(manage: Asked['manage'], deliveryId: string) {
  const text = await deliveryText(manage, deliveryId);
  return text && { ...text, headers: eventHeaders(text.headers), body: Buffer.from(text.body), eventId: '' };
}

const isForm = /^[\w.%+*[\]-]+=[^&\s]*(?:&[\w.%+*[\]-]+=[^&\s]*)*$/;

const pastedDelivery = (pasted: string, sender: string) => ({
  contentType: isForm.test(pasted.trim()) ? 'application/x-www-form-urlencoded' : null,
  headers: {},
  body: Buffer.from(pasted.trim()),
  receivedAt: new Date().toISOString(),
  eventId: '',
  reference: null,
  referenceUrl: null,
  sender,
  eventName: null,
});

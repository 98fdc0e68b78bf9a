import { definePage, type PageRequest, seeOther } from '../../define-page.ts';
import { keyHeader } from '../../parts/form-key.ts';
import { formPage } from '../../parts/form-page.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { deliveryParams, deliveryPath } from './delivery-path.ts';
import { deliveryView } from './delivery-view.ts';
import { readFacts } from './read-facts.ts';
import { showCurl } from './show-curl.ts';

type Request = PageRequest<'owner'>;

const path = '/console/deliveries/{deliveryId}';
const params = deliveryParams;

const showDelivery = () =>
  definePage({ method: 'get', path, params, handle: (request) => deliveryPage(request) });

/** The body byte for byte. */
const downloadBody = () =>
  definePage({
    method: 'get',
    path: `${path}/body`,
    params,
    handle: async ({ manage, params: given }) => {
      const { type, file, fileName = 'body.bin' } = await manage.readDeliveryBody({ params: given });
      return { kind: 'download', type, fileName, content: file };
    },
  });

/** Another run of a delivery; leads to the delivery that it returns. A refusal is shown above the page. */
const action = (end: string, act: (request: Request) => Promise<string>) => () =>
  formPage({
    path: `${path}/${end}`,
    params,
    act: async (request) => seeOther(deliveryPath(await act(request))),
    refused: deliveryPage,
  });

const replay = action('replay', async ({ manage, params: given, form }) => {
  const { deliveryId } = await manage.replayDelivery({ params: given, headers: keyHeader(form) });
  return deliveryId;
});

/** Runs what was refused as a duplicate of a delivery. */
const runDuplicate = action('run-duplicate', async ({ manage, params: given, form }) => {
  const eventIdFrom = placeOf(form);
  const body = eventIdFrom === '' ? {} : { eventIdFrom };
  const { deliveryId } = await manage.runDuplicate({ params: given, body });
  return deliveryId;
});

/** Runs a delivery that a pause or a budget skipped. */
const runSkipped = action('run-skipped', async ({ manage, params: given }) => {
  const { deliveryId, automationId } = await manage.readDelivery({ params: given });
  await manage.runSkipped({ params: { id: automationId }, body: { deliveryIds: [deliveryId] } });
  const { ranAs } = await manage.readDelivery({ params: given });
  return ranAs ?? deliveryId;
});

const placeOf = (form: URLSearchParams): string => form.get('eventIdFrom')?.trim() ?? '';

async function deliveryPage(request: Request, problem?: FormProblem) {
  const { manage, params: given, query, form, timeZone, csrf, workspace } = request;
  return deliveryView({
    ...(await readFacts(manage, given['deliveryId'] ?? '')),
    timeZone,
    csrf,
    workspace,
    raw: query['body'] === 'raw',
    problem,
    typed: form.has('eventIdFrom') ? placeOf(form) : undefined,
  });
}

/** The pages of one delivery. */
export const deliveryPages = [
  showDelivery,
  showCurl,
  downloadBody,
  replay,
  runDuplicate,
  runSkipped,
] as const;

import { eraseDelivery } from './erase-delivery.ts';
import { exportDeliveriesCsv } from './export-deliveries-csv.ts';
import { exportDeliveriesJson } from './export-deliveries-json.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listDeliveryDecisions } from './list-delivery-decisions.ts';
import { readDeliveryBody } from './read-delivery-body.ts';
import { readDelivery } from './read-delivery.ts';
import { replayDelivery } from './replay-delivery.ts';
import { runDuplicate } from './run-duplicate.ts';

export const deliveryOperations = [
  listDeliveries,
  listDeliveryDecisions,
  exportDeliveriesCsv,
  exportDeliveriesJson,
  readDelivery,
  readDeliveryBody,
  replayDelivery,
  runDuplicate,
  eraseDelivery,
] as const;

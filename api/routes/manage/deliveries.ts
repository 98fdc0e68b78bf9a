import { Router } from '@koa/router';

import { arrivalOfReplay } from '../../../intake/arrival.ts';
import type { Intake } from '../../../intake/receive.ts';
import type { DeliveryRecord } from '../../../capabilities/records.ts';
import { isSkippedWhilePaused } from '../../../contracts/delivery.ts';
import type { Automations } from '../../../store/automations.ts';
import type { Deliveries } from '../../../store/deliveries.ts';
import { DomainError } from '../../../domain/domain-error.ts';
import { assertAccepted } from '../../errors/assert-accepted.ts';
import type { AppState } from '../../state.ts';
import { found, workspaceOf } from '../../workspace-of.ts';

interface DeliveryDeps {
  readonly automations: Automations;
  readonly deliveries: Deliveries;
  readonly intake: Intake;
}

/** One delivery: its record, its body, and processing it again. */
export function deliveriesRouter({ automations, deliveries, intake }: DeliveryDeps) {
  const router = new Router<AppState>();

  async function bodyOf(workspaceId: string, delivery: DeliveryRecord): Promise<Buffer> {
    if (isSkippedWhilePaused(delivery))
      throw new DomainError(
        'NOT_FOUND',
        'The body of a delivery that came while the automation was paused is not kept.',
        {
          hint: 'It cannot be read or replayed: resume the automation and have the sender send it again, under the same event id if you like.',
        },
      );
    return found(await deliveries.body(workspaceId, delivery.deliveryId), 'body');
  }

  router.get('/manage/deliveries/:deliveryId', async (ctx) => {
    ctx.body = found(await deliveries.find(workspaceOf(ctx).id, ctx.params['deliveryId'] ?? ''), 'delivery');
  });

  router.get('/manage/deliveries/:deliveryId/body', async (ctx) => {
    const workspaceId = workspaceOf(ctx).id;
    const delivery = found(await deliveries.find(workspaceId, ctx.params['deliveryId'] ?? ''), 'delivery');
    const { deliveryId } = delivery;
    const body = await bodyOf(workspaceId, delivery);
    ctx.set('Content-Disposition', `attachment; filename="${deliveryId}.bin"`);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.type = 'application/octet-stream';
    ctx.body = body;
  });

  /** The same body, as a new delivery under today's instructions. */
  router.post('/manage/deliveries/:deliveryId/replay', async (ctx) => {
    const workspaceId = workspaceOf(ctx).id;
    const first = found(await deliveries.find(workspaceId, ctx.params['deliveryId'] ?? ''), 'delivery');
    const body = await bodyOf(workspaceId, first);
    const automation = found(await automations.find(workspaceId, first.automationId), 'automation any more');
    if (automation.state === 'paused') {
      throw new DomainError('INVALID_REQUEST', 'deliveryId: the automation is paused', {
        hint: 'Resume the automation, then replay the delivery.',
      });
    }
    const arrival = arrivalOfReplay(first, body);
    const receipt = await intake.receive({ workspaceId, automationId: first.automationId }, arrival);
    assertAccepted(receipt);
    ctx.body = found(await deliveries.find(workspaceId, arrival.deliveryId), 'delivery');
    ctx.status = 201;
  });
  return router;
}

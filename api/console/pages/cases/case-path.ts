import { automationPath } from '../automations/automation-path.ts';
import { deliveryPath } from '../deliveries/delivery-path.ts';

/** The cases of an automation. */
export const casesPath = (automationId: string): string => `${automationPath(automationId)}/cases`;

/** The form that keeps a delivery as a case. */
export const keepPath = (deliveryId: string): string => `${deliveryPath(deliveryId)}/case`;

export const auditPath = '/console/audit';

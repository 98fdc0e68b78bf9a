export const alertsPath = '/console/alerts';

export const rulePath = (ruleId: string): string => `${alertsPath}/${ruleId}`;

export const operatorPath = '/console/operator';

/** The operator has no time zone of their own. */
export const operatorTimeZone = 'UTC';

export const operatorPath = '/console/operator';

export const networkAccessPath = '/console/network-access';

export const secretsPath = '/console/secrets';

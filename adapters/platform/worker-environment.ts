/** Settings that only the API uses: the token of its operator, and the account that writes to its Google Sheet. */
export const settingsOfApi: readonly string[] = ['ADMIN_TOKEN', 'GOOGLE_SHEETS_ID', 'GOOGLE_SERVICE_ACCOUNT'];

/** Removes what only the API uses from an environment, and gives it back: a worker keeps no secret that it never needs. */
export function withholdFromWorker(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  for (const name of settingsOfApi) {
    delete env[name];
    delete env[`${name}_FILE`];
  }
  return env;
}

/** Older servers lack commands that we use. */
const oldestVersion = [6, 2] as const;

/** The fault of a Redis of this version, in the format it prints (`redis_version:7.0.15`, `v=7.0.15`). */
export function versionProblem(text: string): string | undefined {
  const [, major = 0, minor = 0] = (/(?:redis_version:|v=)(\d+)\.(\d+)/.exec(text) ?? []).map(Number);
  const isRecent = major > oldestVersion[0] || (major === oldestVersion[0] && minor >= oldestVersion[1]);
  return isRecent
    ? undefined
    : `its version is ${major}.${minor}, and ${oldestVersion.join('.')} or newer is needed`;
}

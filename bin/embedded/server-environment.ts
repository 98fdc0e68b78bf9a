/**
 * The variables that a server needs from our environment: where programs, home and temporary files are, the language, Go's
 * settings.
 */
const needed =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TZ|LANG|LC_\w+|TMPDIR|TMP|TEMP|SYSTEMROOT|XDG_\w+|GOMAXPROCS|GOMEMLIMIT|GOGC)$/i;

/** The environment of a server that has no use for our secrets, nor for settings that are meant for our clients. */
export function serverEnvironment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(own).filter(([name]) => needed.test(name)));
}

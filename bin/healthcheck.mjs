// Ends with 0 when this container answers 200: node bin/healthcheck.mjs <path> <variable that holds the port>
const [path, variable] = process.argv.slice(2);
const response = await fetch(`http://127.0.0.1:${process.env[variable]}${path}`, {
  signal: AbortSignal.timeout(4_000),
});
process.exit(response.ok ? 0 : 1);

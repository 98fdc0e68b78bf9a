/**
 * pdf.js looks at `Response` while it loads, for which Node would load its HTTP client: a sixth of the time of a start.
 * There is nothing to fetch here. Assigned, because a definition would load it too.
 */
export function standInForResponse(): void {
  Object.assign(globalThis, { Response: class {} });
}

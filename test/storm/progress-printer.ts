const everyMs = 15_000;

/** Lines for a terminal; the last one shows the progress. Elsewhere than in a terminal the progress comes now and then. */
export function progressPrinter(out: NodeJS.WriteStream = process.stdout) {
  let shownAt = -everyMs;
  const clear = out.isTTY ? '\r\x1b[K' : '';
  function progress(line: string): void {
    if (out.isTTY) out.write(clear + line.slice(0, out.columns - 1));
    else if (performance.now() - shownAt > everyMs) {
      shownAt = performance.now();
      out.write(`${line}\n`);
    }
  }
  return { progress, say: (line: string) => void out.write(`${clear}${line}\n`) };
}

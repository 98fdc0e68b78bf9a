/** Letters narrower than this on average (in font sizes) cannot stand beside each other. */
const averageWidthMin = 0.3;

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/**
 * Text that was drawn several times with small offsets to look bold, as an engine that joins close letters reads it:
 * each letter as often as it was drawn. Other text is given back as it is.
 */
export function withoutOverprint(text: string, width: number, size: number): string {
  // Most text is wide enough, also if each code unit were a letter.
  if (width >= averageWidthMin * size * text.length) return text;
  const runs = text.match(/(\S)\1*|\s+/gu) ?? [];
  const letters = runs.filter((run) => run.trim() !== '').map((run) => Array.from(run).length);
  const isOverprinted =
    letters.length > 1 &&
    letters.every((count) => count > 1) &&
    width < averageWidthMin * size * Array.from(text).length;
  if (!isOverprinted) return text;
  const times = letters.reduce(divisor);
  return runs
    .map((run) => {
      const [letter = '', ...more] = Array.from(run);
      if (run.trim() === '') return run;
      return letter.repeat(times > 1 ? (more.length + 1) / times : 1);
    })
    .join('');
}

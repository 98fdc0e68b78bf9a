const perLine = 16;
const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const shownBytes = Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.',
);

/** Offset, bytes and printable characters, as `hexdump -C` shows them. */
export function hexdump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += perLine) {
    const row = bytes.subarray(at, at + perLine);
    const hex = Array.from(row, (byte) => hexPairs[byte] ?? '');
    const halves = [hex.slice(0, 8).join(' '), hex.slice(8).join(' ')].join('  ').padEnd(48);
    const shown = Array.from(row, (byte) => shownBytes[byte] ?? '').join('');
    lines.push(`${at.toString(16).padStart(8, '0')}  ${halves}  |${shown}|`);
  }
  return lines.join('\n');
}

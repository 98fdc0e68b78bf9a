const typeA = 1;
const sameName = [0xc0, 12];

/** The answer to a question of DNS: the addresses of a name that is known, and nothing of others, as an engine's own server has it. */
export function answerTo(question: Buffer, addressesOf: (name: string) => readonly string[]): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at]!; length > 0; length = question[at]!) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  const known = addressesOf(labels.join('.'));
  const addresses = question.readUInt16BE(at + 1) === typeA ? known : [];
  const header = Buffer.from(question.subarray(0, 12));
  const flags = known.length > 0 ? 0x8180 : 0x8183;
  for (const [index, value] of [flags, 1, addresses.length, 0, 0].entries())
    header.writeUInt16BE(value, 2 + 2 * index);
  const records = addresses.map((address) =>
    Buffer.from([...sameName, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([header, question.subarray(12, at + 5), ...records]);
}

/** Under this name the connection of a cluster tells its nodes. */
export const nodesOfCluster = Symbol('nodes');

/** The servers that hold the records: that of the connection, or of a cluster each that takes writes. */
export async function nodesOf<Node extends object>(redis: Node): Promise<readonly Node[]> {
  const tell = Reflect.get(redis, nodesOfCluster) as (() => Promise<readonly Node[]>) | undefined;
  return tell === undefined ? [redis] : await tell();
}

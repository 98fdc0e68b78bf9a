/** Under these names the connection of a cluster tells its nodes, and the one that has a key. */
export const nodesOfCluster = Symbol('nodes');
export const nodeOfKey = Symbol('node of a key');

type TellNodes<Node> = (() => Promise<readonly Node[]>) | undefined;
type TellNode<Node> = ((key: string) => Promise<Node>) | undefined;

export const isCluster = (redis: object): boolean => Reflect.get(redis, nodesOfCluster) !== undefined;

/** The servers that hold the records: that of the connection, or of a cluster each that takes writes. */
export async function nodesOf<Node extends object>(redis: Node): Promise<readonly Node[]> {
  const tell = Reflect.get(redis, nodesOfCluster) as TellNodes<Node>;
  return tell === undefined ? [redis] : await tell();
}

/** The server that has a key. */
export async function nodeOf<Node extends object>(redis: Node, key: string): Promise<Node> {
  const tell = Reflect.get(redis, nodeOfKey) as TellNode<Node>;
  return tell === undefined ? redis : await tell(key);
}

/**
 * Gives all who ask for the same in one turn of the event loop the same answer: a change is told to every reader in one
 * turn, and what it shows is read once, after it.
 */
export function shareAtOnce<T>() {
  const asked = new Map<string, Promise<T>>();
  return (key: string, read: () => Promise<T>): Promise<T> => {
    const known = asked.get(key);
    if (known !== undefined) return known;
    const answer = read();
    asked.set(key, answer);
    setImmediate(() => asked.delete(key));
    return answer;
  };
}

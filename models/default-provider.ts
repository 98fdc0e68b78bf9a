/** The SDK sends a model given as a plain string to a gateway of its maker, prompt included. It never may. */
export function guardDefaultProvider(): void {
  const refuse = (id: string): never => {
    throw new Error(`A model must be an object, not the string ${JSON.stringify(id)}.`);
  };
  Object.assign(globalThis, {
    AI_SDK_DEFAULT_PROVIDER: {
      specificationVersion: 'v4',
      languageModel: refuse,
      embeddingModel: refuse,
      imageModel: refuse,
    },
  });
}

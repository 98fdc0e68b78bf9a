/**
 * Two habits of the SDK are switched off for the process. It sends a model given as a plain string to a gateway of its
 * maker, prompt included; and it prints warnings, which belong into our own log or nowhere.
 */
export function setSdkGlobals(): void {
  const refuse = (id: string): never => {
    throw new Error(`A model must be an object, not the string ${JSON.stringify(id)}.`);
  };
  Object.assign(globalThis, {
    AI_SDK_LOG_WARNINGS: false,
    AI_SDK_DEFAULT_PROVIDER: {
      specificationVersion: 'v4',
      languageModel: refuse,
      embeddingModel: refuse,
      imageModel: refuse,
    },
  });
}

/**
 * Disables two SDK defaults for the process: a model given as a string is resolved through the vendor's gateway, which
 * would receive the prompt; and warnings are printed to the console, bypassing our log.
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

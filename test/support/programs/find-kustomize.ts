import which from 'which';
import { type GoProgram, installWithGo, presentProgram } from './install-with-go.ts';
import type { SetUp } from '#bin/embedded/set-up.ts';

const kustomize: GoProgram = {
  name: 'kustomize',
  title: 'what renders deploy/kubernetes',
  module: 'sigs.k8s.io/kustomize/kustomize/v5',
  version: '5.8.1',
};

/** The command that renders a folder of Kubernetes manifests, without the folder; undefined where there is none. */
export async function presentKustomize(): Promise<readonly string[] | undefined> {
  const kubectl = await which('kubectl', { nothrow: true });
  if (kubectl !== null) return [kubectl, 'kustomize'];
  const program = await presentProgram(kustomize);
  return program === undefined ? undefined : [program, 'build'];
}

/** Builds kustomize with Go where there is neither it nor kubectl. Throws {@link SetupError}. */
export async function installKustomize(setUp: SetUp): Promise<void> {
  if ((await presentKustomize()) === undefined) await installWithGo(kustomize, setUp);
}

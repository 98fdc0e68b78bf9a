import { type GoProgram, installWithGo, presentProgram } from './install-with-go.ts';
import type { SetUp } from '#bin/embedded/set-up.ts';

const versitygw: GoProgram = {
  name: 'versitygw',
  title: 'the S3 server of the tests',
  module: 'github.com/versity/versitygw/cmd/versitygw',
  /** Also in docker-compose.yml. */
  version: '1.8.0',
};

/** The path of a Versity S3 Gateway, or undefined. */
export const presentS3Server = () => presentProgram(versitygw);

/** Like {@link presentS3Server}, built with Go if there is none. Throws {@link SetupError}. */
export const findS3Server = (setUp: SetUp) => installWithGo(versitygw, setUp);

import { required } from './config.ts';
import { createFiles } from '../vendors/s3.ts';
import { createLocalFiles } from '../vendors/local-files.ts';
import type { Part } from './base.ts';

export const part: Part = async (config) => ({
  files:
    config.FILES_FOLDER === undefined
      ? createFiles(required(config, 'FILES_BUCKET'))
      : createLocalFiles(config.FILES_FOLDER, `${config.ORIGIN}/local/files`),
});

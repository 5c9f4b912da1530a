import { required } from '../lib/config.ts';
import { createFiles } from '../services/files/client.ts';
import { createLocalFiles } from '../services/files/local.ts';
import type { Part } from './base.ts';

export const part: Part = async (config) => ({
  files:
    config.FILES_FOLDER === undefined
      ? createFiles(required(config, 'FILES_BUCKET'))
      : createLocalFiles(config.FILES_FOLDER, `${config.ORIGIN}/local/files`),
});

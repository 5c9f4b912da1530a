import { required } from '../lib/config.ts';
import { createFiles } from '../services/files/client.ts';
import { folderFiles } from '../services/files/local.ts';
import type { Part } from './base.ts';

export const part: Part = async (config) => ({
  files:
    config.FILES_FOLDER === undefined
      ? createFiles({ bucket: required(config, 'FILES_BUCKET'), region: config.AWS_REGION })
      : folderFiles({ folder: config.FILES_FOLDER, origin: required(config, 'FILES_ORIGIN') }),
});

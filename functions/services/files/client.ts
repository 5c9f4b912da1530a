import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { VendorFailure } from '../../lib/vendor-failure.ts';
import type { Files } from './port.ts';

export interface FilesConfig {
  readonly bucket: string;
  readonly region: string;
  /** Instead of the provider's own address; it asks for no credentials. */
  readonly endpoint?: string;
}

const ADDRESS_SECONDS = 300;

/** Files in a bucket of Amazon S3. */
export function createFiles({ bucket, region, endpoint }: FilesConfig): Files {
  const s3 = new S3Client({
    region,
    ...(endpoint && {
      endpoint,
      forcePathStyle: true,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }),
  });
  return {
    async put(key, { name, contentType, bytes }) {
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: bytes,
        ContentType: contentType,
        ContentDisposition: `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      });
      await s3.send(command).catch((error: unknown) => Promise.reject(filesFailure(error)));
    },
    async address(key) {
      const command = new GetObjectCommand({ Bucket: bucket, Key: key });
      return getSignedUrl(s3, command, { expiresIn: ADDRESS_SECONDS });
    },
  };
}

const filesFailure = (cause: unknown): VendorFailure =>
  new VendorFailure('Files', 503, 'Files can’t be kept right now.', cause);

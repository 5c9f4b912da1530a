import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type GetObjectCommandOutput,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { VendorFailure } from '../lib/vendor-failure.ts';
import {
  attachmentDisposition,
  DOWNLOAD_SECONDS,
  type Files,
  HEAD_BYTES,
  UPLOAD_SECONDS,
} from '../services/files.ts';

/** Uploads expire by themselves under this prefix: see the bucket's lifecycle. */
const sent = (key: string): string => `uploads/${key}`;

export function createFiles(bucket: string, client: S3Client = new S3Client()): Files {
  return {
    put: (key, bytes) =>
      orFailure(async () => {
        await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes }));
      }),
    signUpload: async (key, { size, contentType }) =>
      createPresignedPost(client, {
        Bucket: bucket,
        Key: sent(key),
        Fields: { 'Content-Type': contentType },
        Conditions: [['content-length-range', size, size]],
        Expires: UPLOAD_SECONDS,
      }),
    inspectUpload: (key) =>
      orFailure(async () => {
        const command = new GetObjectCommand({
          Bucket: bucket,
          Key: sent(key),
          Range: `bytes=0-${HEAD_BYTES - 1}`,
        });
        const object = await nullIfAbsent(client.send(command));
        const head = await object?.Body?.transformToByteArray();
        if (!object || !head) return null;
        return { size: sizeOf(object, head.length), head, version: object.ETag ?? '' };
      }),
    keepUpload: (key, { version }) =>
      orFailure(async () => {
        const source = { CopySource: `${bucket}/${sent(key)}`, CopySourceIfMatch: version };
        await client.send(new CopyObjectCommand({ Bucket: bucket, Key: key, ...source }));
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: sent(key) }));
      }),
    signDownload: async (key, name) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          Bucket: bucket,
          Key: key,
          ResponseContentDisposition: attachmentDisposition(name),
          ResponseContentType: 'application/octet-stream',
        }),
        { expiresIn: DOWNLOAD_SECONDS },
      ),
    remove: (keys) =>
      orFailure(async () => {
        const all = keys.flatMap((key) => [sent(key), key]);
        await Promise.all(all.map((Key) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))));
      }),
  };
}

/** Of a range, the whole file's size stands behind the slash: `bytes 0-15/2048`. */
function sizeOf({ ContentRange }: GetObjectCommandOutput, length: number): number {
  const total = ContentRange?.split('/')[1];
  return total === undefined ? length : Number(total);
}

async function nullIfAbsent<Found>(found: Promise<Found>): Promise<Found | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof NoSuchKey) return null;
    throw error;
  }
}

async function orFailure<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const message = 'We could not reach the file storage. Please try again later.';
    throw new VendorFailure('Files', 503, message, error);
  }
}

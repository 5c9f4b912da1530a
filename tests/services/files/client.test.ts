import { S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { createFiles } from '../../../functions/services/files/client.ts';

const client = new S3Client({
  region: 'ap-southeast-2',
  credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
});
const files = createFiles('bucket', client);

describe('files in S3', () => {
  it('are sent by a form that fixes place, size and type', async () => {
    const { url, fields } = await files.signUpload('s/a', { size: 1234, contentType: 'application/pdf' });
    expect(new URL(url).hostname).toBe('bucket.s3.ap-southeast-2.amazonaws.com');
    expect(fields).toMatchObject({ key: 'uploads/s/a', 'Content-Type': 'application/pdf' });
    const policy = JSON.parse(Buffer.from(fields['Policy'] ?? '', 'base64').toString('utf8')) as {
      conditions: unknown[];
    };
    expect(policy.conditions).toContainEqual(['content-length-range', 1234, 1234]);
    expect(policy.conditions).toContainEqual({ 'Content-Type': 'application/pdf' });
    expect(policy.conditions).toContainEqual({ key: 'uploads/s/a' });
  });

  it('are fetched as a download of another origin’s bytes, never shown', async () => {
    const url = new URL(await files.signDownload('s/a', 'Contract “A”.pdf'));
    expect(url.pathname).toBe('/attachments/s/a');
    expect(url.searchParams.get('response-content-type')).toBe('application/octet-stream');
    expect(url.searchParams.get('response-content-disposition')).toMatch(
      /^attachment; filename="Contract _A_\.pdf"/,
    );
    expect(url.searchParams.get('X-Amz-Expires')).toBe('60');
  });
});

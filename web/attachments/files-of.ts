/** The files beside a schedule or a register: the same calls under two paths. */
import { MAX_ATTACHMENTS } from '../../domain/attachment.ts';
import type { ScheduleParams } from '../data/answers.ts';
import { type Answer, type Body, call } from '../data/api.ts';
import { change } from '../data/change.ts';
import type { RegisterParams } from '../posting/posted.ts';

export const OF_SCHEDULE = '/v1/entities/{entityId}/schedules/{scheduleId}/attachments';
export const OF_REGISTER = '/v1/entities/{entityId}/registers/{registerId}/attachments';

export type Attachment = Answer<`GET ${typeof OF_SCHEDULE}`>[number];
type NewFile = Body<`POST ${typeof OF_SCHEDULE}`>;
export type ContentType = NewFile['contentType'];

export interface FilesOf {
  /** Files at most. */
  readonly most: number;
  /** Returns the form with which the browser sends the file. */
  begin(file: NewFile): Promise<Answer<`POST ${typeof OF_SCHEDULE}`>>;
  confirm(attachmentId: string): Promise<unknown>;
  addressOf(attachmentId: string): Promise<{ readonly url: string }>;
  remove(attachmentId: string): Promise<unknown>;
}

export const filesOfSchedule = (params: ScheduleParams): FilesOf => ({
  most: MAX_ATTACHMENTS.schedule,
  begin: (body) => call(`POST ${OF_SCHEDULE}`, { params, body }),
  confirm: (attachmentId) =>
    change(`POST ${OF_SCHEDULE}/{attachmentId}/confirm`, { params: { ...params, attachmentId } }),
  addressOf: (attachmentId) =>
    call(`GET ${OF_SCHEDULE}/{attachmentId}`, { params: { ...params, attachmentId } }),
  remove: (attachmentId) =>
    change(`DELETE ${OF_SCHEDULE}/{attachmentId}`, { params: { ...params, attachmentId } }),
});

export const filesOfRegister = (params: RegisterParams): FilesOf => ({
  most: MAX_ATTACHMENTS.register,
  begin: (body) => call(`POST ${OF_REGISTER}`, { params, body }),
  confirm: (attachmentId) =>
    change(`POST ${OF_REGISTER}/{attachmentId}/confirm`, { params: { ...params, attachmentId } }),
  addressOf: (attachmentId) =>
    call(`GET ${OF_REGISTER}/{attachmentId}`, { params: { ...params, attachmentId } }),
  remove: (attachmentId) =>
    change(`DELETE ${OF_REGISTER}/{attachmentId}`, { params: { ...params, attachmentId } }),
});

/** The preview of a change of a register, and its recording. */
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call, store } from '../data/api.ts';
import { change } from '../data/change.ts';
import { ApiError, fieldMessages } from '../data/problem.ts';
import { usePreview } from '../data/use-preview.ts';
import type { RegisterParams } from '../posting/posted.ts';
import { focusFirstError } from '../ui/field.tsx';
import { toast } from '../ui/toasts.tsx';
import { forgetChanges } from '../ui/unsaved.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { registerTexts } from './texts.ts';
import type { RegisterChange } from './types.ts';

const CHANGES = 'POST /v1/entities/{entityId}/registers/{registerId}/changes';
/** A pause in typing. */
const DELAY_MS = 350;

/**
 * @param body null while a field is missing
 * @param page the address of the register, which is shown once the change is recorded
 */
export function useRecording(params: RegisterParams, body: RegisterChange | null, page: string) {
  const [, navigate] = useLocation();
  const [isStale, setStale] = useState(false);
  const { preview, isCurrent, error, reload } = usePreview(
    body && { params, body },
    (input) => call(`${CHANGES}/preview`, input),
    DELAY_MS,
  );
  const { isBusy, errors, clearError, form } = useSubmit({
    validate: () => fieldMessages(error),
    send: async () => {
      if (error) throw error;
      if (!body || !preview || !isCurrent) return;
      const changed = await change(CHANGES, { params, body: { ...body, revision: preview.revision } });
      await store('GET /v1/entities/{entityId}/registers/{registerId}', { params }, changed);
      forgetChanges();
      toast.success(registerTexts.recorded);
      navigate(page);
    },
    onFailure: (failure) => {
      if (isStaleRevision(failure)) {
        reload();
        setStale(true);
      } else toast.failure(failure, registerTexts.change);
      focusFirstError(form.ref.current);
    },
  });
  return {
    preview,
    isCurrent,
    error,
    /** Whether the register had changed since the preview, which is read again. */
    isStale,
    isBusy,
    /** By field: of the preview, or of the recording. */
    errors: { ...fieldMessages(error), ...errors },
    form,
    /** Called when the user has typed something else. */
    edited: () => {
      setStale(false);
      clearError();
    },
  };
}

/** Whether the register has changed since the preview. */
const isStaleRevision = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.problem.code === 'register/changed';

/** The preview of changes of a register, and their recording. */
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call, store } from '../data/api.ts';
import { change } from '../data/change.ts';
import { ApiError, fieldMessages } from '../data/problem.ts';
import { TYPING_PAUSE_MS, usePreview } from '../data/use-preview.ts';
import type { RegisterParams } from '../posting/posted.ts';
import { focusFirstError } from '../ui/field.tsx';
import { toast } from '../ui/toasts.tsx';
import { useLeave } from '../ui/unsaved.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { sentChanges } from './changes.ts';
import { newRegister } from './register-form.tsx';
import { registerTexts } from './texts.ts';
import type { Register, RegisterChange } from './types.ts';

const CHANGES = 'POST /v1/entities/{entityId}/registers/{registerId}/changes';

interface Asked {
  readonly params: RegisterParams;
  readonly register: Register;
  readonly bodies: readonly RegisterChange[];
}

/**
 * @param bodies the changes, which are recorded one by one; empty while a field is missing
 * @param page the address of the register, which is shown once all are recorded
 * @param attach sends the file that belongs to them, once all are recorded
 */
export function useRecording(
  entityId: string,
  register: Register,
  bodies: readonly RegisterChange[],
  page: string,
  attach: () => Promise<void> = async () => {},
) {
  const [, navigate] = useLocation();
  const leave = useLeave();
  const [isStale, setStale] = useState(false);
  const params = { entityId, registerId: register.id };
  const { preview, isCurrent, error, reload } = usePreview(
    bodies.length === 0 ? null : { params, register, bodies },
    readPreview,
    TYPING_PAUSE_MS,
  );
  const { isBusy, errors, clearError, form } = useSubmit({
    validate: () => fieldMessages(error),
    send: async () => {
      if (error) throw error;
      if (!preview || !isCurrent) return;
      let { revision } = preview;
      for (const body of bodies) {
        const changed = await change(CHANGES, { params, body: { ...body, revision } });
        await store('GET /v1/entities/{entityId}/registers/{registerId}', { params }, changed);
        revision = changed.revision;
      }
      try {
        await attach();
      } catch (failure) {
        toast.failure(failure, registerTexts.attach);
      }
      toast.success(registerTexts.recorded(bodies.length));
      leave(() => navigate(page));
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

/** The preview of a change has a revision of its own; that of several is one of the register with them. */
async function readPreview({ params, register, bodies }: Asked) {
  const [body] = bodies;
  if (body && bodies.length === 1) return call(`${CHANGES}/preview`, { params, body });
  const { kind, facts, accounts, postFrom, name, revision } = register;
  const all = newRegister(kind, { name, facts, accounts, postFrom }, [...sentChanges(register), ...bodies]);
  const preview = await call('POST /v1/entities/{entityId}/registers/preview', { params, body: all });
  return { ...preview, revision };
}

/** Whether the register has changed since the preview. */
const isStaleRevision = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.problem.code === 'register/changed';

import { Button, Label } from '@primer/react';
import type { Answer } from '../data/api.ts';
import { change, optimistically } from '../data/change.ts';
import { confirm } from '../ui/confirm.tsx';
import { showMoment } from '../ui/instants.ts';
import { Table, type Column } from '../ui/table.tsx';
import { toast } from '../ui/toasts.tsx';
import { securityTexts } from './security-texts.ts';

type Session = Answer<'GET /v1/users/sessions'>[number];

/** The user's sessions, each with a button that ends it. */
export function Sessions({ sessions }: { readonly sessions: readonly Session[] }) {
  return (
    <section>
      <div className="section-head">
        <h2 className="card-title">Sessions</h2>
        <div className="section-actions">
          {sessions.length > 1 && <Button onClick={() => void endOthers()}>End all other sessions</Button>}
        </div>
      </div>
      <div className="card">
        <SessionTable sessions={sessions} />
      </div>
    </section>
  );
}

const COLUMNS: readonly Column[] = [
  { label: 'Device' },
  { label: 'Network' },
  { label: 'Logged in' },
  { label: 'Last used' },
  { label: 'Options', kind: 'options' },
];

function SessionTable({ sessions }: { readonly sessions: readonly Session[] }) {
  return (
    <Table label="Sessions" columns={COLUMNS} className="table-stack">
      <tbody>
        {sessions.map((session) => (
          <tr key={session.id}>
            <td className="name">
              {session.device} {session.current && <Label variant="accent">This session</Label>}
            </td>
            <td data-label="Network">{session.place}</td>
            <td data-label="Logged in">{showMoment(session.startedAt)}</td>
            <td data-label="Last used">{showMoment(session.lastUsedAt)}</td>
            <td className="options">
              {!session.current && (
                <Button
                  size="small"
                  aria-label={`End the session of ${session.device}, last used ${showMoment(session.lastUsedAt)}`}
                  onClick={() => void endOne(session)}
                >
                  End
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

async function endOne({ id, device }: Session): Promise<void> {
  try {
    await optimistically(
      'GET /v1/users/sessions',
      {},
      (shown) => shown.filter((session) => session.id !== id),
      'DELETE /v1/users/sessions/{sessionId}',
      { params: { sessionId: id } },
    );
    toast.success(securityTexts.sessionEnded(device));
  } catch (error) {
    toast.failure(error, securityTexts.endSessionFailed);
  }
}

async function endOthers(): Promise<void> {
  const isSure = await confirm({
    title: 'End all other sessions?',
    body: 'You are logged out everywhere but here.',
    action: 'End sessions',
    danger: true,
  });
  if (!isSure) return;
  try {
    await change('DELETE /v1/users/sessions');
    toast.success(securityTexts.sessionsEnded);
  } catch (error) {
    toast.failure(error, securityTexts.endSessionFailed);
  }
}

import { Redirect, useParams } from 'wouter';
import { paths, pathTo } from '../data/paths.ts';
import { HOME_CRUMBS } from '../ui/crumbs.ts';
import { Page } from '../ui/page.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { crumbsOf, REGISTER_KINDS } from './kinds.tsx';
import { RepaymentForm } from './repayment-form.tsx';
import { SpreadChangeForm } from './spread-change-form.tsx';
import { useRegister } from './use-register.ts';

/** The form of a change, by the register's kind. */
export function RegisterChangePage() {
  const { entityId = '', registerId = '' } = useParams();
  const { entity, register } = useRegister(entityId, registerId);
  const page = pathTo(paths.registerPage, { entityId, registerId });
  if (register?.status === 'archived') return <Redirect to={page} replace />;
  if (!entity || !register) {
    return (
      <Page title="" above={HOME_CRUMBS}>
        <CardSkeleton columns={2} />
      </Page>
    );
  }
  const { change } = REGISTER_KINDS[register.kind];
  return (
    <Page
      title={change}
      documentTitle={`${change} of ${register.name}`}
      above={[...crumbsOf(entity, register.kind, entityId), { label: register.name, href: page }]}
      subtitle={
        register.kind === 'spread'
          ? 'Entries dated before it stay as they are. The rest is worked out again.'
          : 'Interest and minimum are worked out again. Interest that is posted already is marked.'
      }
    >
      {register.kind === 'spread' ? (
        <SpreadChangeForm key={register.id} entity={entity} register={register} page={page} />
      ) : (
        <RepaymentForm key={register.id} entity={entity} register={register} page={page} />
      )}
    </Page>
  );
}

import { Button } from '@primer/react';
import { useLocation } from 'wouter';
import type { Entity } from '../data/answers.ts';
import { paths, pathTo } from '../data/paths.ts';
import { Notice } from '../ui/notice.tsx';
import { forgetLinked, useJustLinked } from './just-linked.ts';
import { xeroTexts } from './texts.ts';
import { unlinkEntity } from './unlink.ts';

/** Names what was linked just now, with the way back while no loan is set up. */
export function LinkedNotice({ entity }: { readonly entity: Entity }) {
  const linked = useJustLinked();
  const [, navigate] = useLocation();
  if (linked !== entity.id || !entity.hasXeroLink) return null;
  const undo = async (): Promise<void> => {
    forgetLinked();
    await unlinkEntity(entity.id, xeroTexts.unlinked);
    navigate(pathTo(paths.entity, { entityId: entity.id }), { replace: true });
  };
  return (
    <Notice
      tone="info"
      action={
        <Button size="small" onClick={() => void undo()}>
          Not this one
        </Button>
      }
    >
      {xeroTexts.linkedNames(entity.name, entity.xeroEntityName ?? 'Xero')}
    </Notice>
  );
}

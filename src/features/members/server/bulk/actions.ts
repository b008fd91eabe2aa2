/** Shows, hides or deactivates a selection of members. */

import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { isMemberRole, notAMember } from '#shared/roles.ts'
import type { BulkActionName, BulkPreview, BulkResult } from '../../bulk.ts'
import type { MemberSelection } from '../../contract.ts'
import { resolveSelection } from '../list/selection.ts'
import type { PersonRow } from '../queries.ts'
import { setActive, setVisible } from '../record/status.ts'
import { previewBulk, runBulk } from './run.ts'

/** Why an action leaves a person as they are. */
function reasonToSkip(
  action: BulkActionName,
  { role, is_active, is_visible }: PersonRow,
): string | undefined {
  if (!isMemberRole(role)) return notAMember
  switch (action) {
    case 'show':
      return is_visible ? 'Already visible' : undefined
    case 'hide':
      return is_visible ? undefined : 'Already hidden'
    case 'deactivate':
      return is_active ? undefined : 'Already inactive'
  }
}

interface BulkRequest {
  selection: MemberSelection
  action: BulkActionName
  key?: string | undefined
}

export async function previewAction(
  { db, now }: World,
  { selection, action }: BulkRequest,
): Promise<BulkPreview> {
  const resolved = await resolveSelection(db, selection, isoDay(now()))
  return previewBulk(db, resolved, async () => (person) => reasonToSkip(action, person))
}

export async function runAction(
  world: World,
  admin: Caller,
  { selection, action, key }: BulkRequest,
): Promise<BulkResult> {
  const { ids } = await resolveSelection(world.db, selection, isoDay(world.now()))
  return runBulk(world, {
    admin,
    ids,
    key,
    readSkipReason: async () => (person) => reasonToSkip(action, person),
    change: (db, id) =>
      action === 'deactivate'
        ? setActive(world, db, admin, { id, is_active: false })
        : setVisible(world, db, admin, { id, is_visible: action === 'show' }),
  })
}

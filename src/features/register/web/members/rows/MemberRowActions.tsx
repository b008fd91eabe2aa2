import Eye from 'lucide-react/icons/eye'
import Pencil from 'lucide-react/icons/pencil'
import type { Member } from '#features/members/answers.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import type { OnMemberAction } from '#features/members/web/components/member-actions.ts'
import { isTablet } from '#platform/web/layout/phone.ts'
import { IconButton } from '#platform/web/ui/Button.tsx'
import { MemberMenu } from './MemberMenu.tsx'

/** The same elements in every row and render: React skips them. */
const viewIcon = <Eye aria-hidden="true" />
const editIcon = <Pencil aria-hidden="true" />

/**
 * The buttons of a member's row: a menu that is always visible, and view and edit, under the pointer or with the focus.
 */
export const MemberRowActions = ({
  member,
  hasMenuAlone = isTablet(),
  removeLabel,
  onAction,
}: {
  member: Member
  /** True to have view and edit in the menu: by default on a tablet. */
  hasMenuAlone?: boolean
  /** 'Remove' for OEM members, 'Delete' for vendors (contract 2.5). */
  removeLabel: string
  onAction: OnMemberAction
}) => (
  <div className="flush-end flex items-center justify-end">
    {!hasMenuAlone && <ViewAndEdit member={member} onAction={onAction} />}
    <MemberMenu
      member={member}
      hasView={hasMenuAlone}
      hasEdit={hasMenuAlone}
      removeLabel={removeLabel}
      onAction={onAction}
    />
  </div>
)

const ViewAndEdit = ({ member, onAction }: { member: Member; onAction: OnMemberAction }) => (
  <>
    <IconButton
      label={`View ${memberDisplayName(member)}`}
      size="sm"
      className="on-row-hover"
      data-act="view"
      onClick={() => onAction(member, 'view')}
    >
      {viewIcon}
    </IconButton>
    <IconButton
      label={`Edit ${memberDisplayName(member)}`}
      size="sm"
      className="on-row-hover"
      data-act="edit"
      onClick={() => onAction(member, 'edit')}
    >
      {editIcon}
    </IconButton>
  </>
)

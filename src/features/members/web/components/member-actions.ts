import type { z } from 'zod'
import type { MemberRole } from '#shared/roles.ts'
import type { Member } from '../../answers.ts'
import type { memberSelection } from '../../contract.ts'

/** The members that an action applies to, as its call takes them. */
export type SelectedMembers = z.input<typeof memberSelection>

export interface SelectedList {
  selection: SelectedMembers
  count: number
  /** The type of all members of the list; `member` for both types. */
  role: MemberRole | 'member'
}

/** 'active': the row's own switch changes it, and the row may leave its list. */
export type MemberAction =
  | 'view'
  | 'edit'
  | 'remove'
  | 'mark paid'
  | 'mark unpaid'
  | 'active'
  | 'sign out'
export type OnMemberAction = (member: Member, action: MemberAction) => void

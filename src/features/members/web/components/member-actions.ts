import type { ReactNode } from 'react'
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

/**
 * What the payments feature renders inside the register. Payments depends on members and not the other
 * way round, so app/web passes these components in.
 */
export interface PaymentSlots {
  /** Loads the code of the dialogs. */
  preload: () => Promise<unknown>
  /** A badge: VALID, EXPIRED or Not set. */
  validity: (member: Member) => ReactNode
  /** 'Dues 2026-27': the header of the column of dues. */
  duesHeader: string
  /** Dues of the financial year, with the action that fits; without it the table shows PAID or PENDING. */
  dues?: ((member: Member, onAction: OnMemberAction) => ReactNode) | undefined
  /** The payment section and the payment history of Member Details. */
  payments: (member: Member) => ReactNode
  /** The dialog Mark Payment as Paid for one member. */
  markPaid: (member: Member, onClose: () => void) => ReactNode
  /** The same dialog for a list of members, which the server resolves. */
  markListPaid: (selected: SelectedList, onClose: (isDone: boolean) => void) => ReactNode
  markUnpaid: (member: Member, onClose: () => void) => ReactNode
  /** The dialog Print certificates, of the certificates feature. */
  certificates?:
    | ((selection: SelectedMembers, onClose: (isDone: boolean) => void) => ReactNode)
    | undefined
  /** The dialog Send sign-in invitation, of the invitations feature. */
  invite?:
    | ((selection: SelectedMembers, onClose: (isSent: boolean) => void) => ReactNode)
    | undefined
}

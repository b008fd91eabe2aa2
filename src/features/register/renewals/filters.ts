/** What Renewals is filtered and sorted by. */
import { duesLabels } from '#features/members/dues-status.ts'

export const renewalSorts = ['company_name', 'owed', 'due_on'] as const
export type RenewalSort = (typeof renewalSorts)[number]

/** The filters of the screen: everyone who owes, or one status of the season (each member has exactly one). */
export const duesGroups = ['owes', 'lapsed', 'due', 'grace', 'not due', 'paid'] as const
export type DuesGroup = (typeof duesGroups)[number]

export const duesGroupLabels: Record<DuesGroup, string> = {
  ...duesLabels,
  grace: 'Due, in grace',
  'not due': 'Not raised yet',
}

/** How long ago an open charge was due, in days. */
export const ages = ['not due', '1-30', '31-60', '61-90', 'over 90'] as const
export type Age = (typeof ages)[number]

/** The last day of each age but the last. */
export const ageLimits = [0, 30, 60, 90]

export const ageLabels: Record<Age, string> = {
  'not due': 'Not yet due',
  '1-30': '1-30 days',
  '31-60': '31-60 days',
  '61-90': '61-90 days',
  'over 90': 'Over 90 days',
}

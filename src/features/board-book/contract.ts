import { z } from 'zod'
import { yearName } from '#shared/dues/year-name.ts'
import { stateCodes } from '#shared/india/states.ts'
import { pageCursor, pageLimit } from '#shared/list-query.ts'
import { memberRoles } from '#shared/roles.ts'

/** Parts of the dues raised for a year: what was paid of them, and what was waived. */
export const moneyFigures = ['raised', 'collected', 'waived'] as const
export type MoneyFigure = (typeof moneyFigures)[number]

export const figures = ['joined', 'lapsed', ...moneyFigures] as const
export type Figure = (typeof figures)[number]

export const isMoneyFigure = (figure: Figure): figure is MoneyFigure =>
  figure !== 'joined' && figure !== 'lapsed'

/** A state of India, or 'none' where neither GSTIN nor PIN code says one. */
export const stateKeys = [...stateCodes, 'none'] as const
export type StateKey = (typeof stateKeys)[number]

/** GET /api/admin/board-book and its files; by default of the current financial year. */
export const boardBookQuery = z.object({ year: yearName.optional() })

/** GET /api/admin/board-book/members: the members behind an amount. */
export const bookMembersQuery = z.object({
  year: yearName,
  figure: z.enum(moneyFigures, 'Please choose raised, collected or waived'),
  /** yyyy-MM, or before or after the year. */
  month: z
    .string()
    .regex(/^(before|later|20\d\d-(0[1-9]|1[0-2]))$/, 'Please give a month like 2026-04')
    .optional(),
  state: z.enum(stateKeys, 'Please choose a state from the list').optional(),
  role: z.enum(memberRoles, 'Please choose oem or vendor').optional(),
  limit: pageLimit(500, 'members').default(50),
  cursor: pageCursor.optional(),
})
export type BookMembersQuery = z.output<typeof bookMembersQuery>

import { z } from 'zod'
import { stateMessage } from '#features/members/contract.ts'
import { yearName } from '#shared/dues/year-name.ts'
import { memberType } from '#shared/fields.ts'
import { stateCodes } from '#shared/india/states.ts'
import { pageCursor, pageLimit } from '#shared/list-query.ts'

/** The dues of a year: what was raised, what was paid, and what was waived of them. */
export const duesFigures = ['raised', 'collected', 'waived'] as const

/** The same for the other charges of a year, like a stall or the fee of a bank. */
export const otherFigures = ['other_raised', 'other_collected', 'other_waived'] as const

/** `unraised` is the part of `collected` that had not been raised. */
export const moneyFigures = [...duesFigures, 'unraised', ...otherFigures] as const
export type MoneyFigure = (typeof moneyFigures)[number]

/** The figures that have a plot by month and by state. */
export const plottedFigures = ['joined', 'lapsed', 'raised', 'collected'] as const
export type PlottedFigure = (typeof plottedFigures)[number]

export const bookFigures = ['joined', 'lapsed', ...moneyFigures] as const
export type BookFigure = (typeof bookFigures)[number]

export const isMoneyFigure = (figure: BookFigure): figure is MoneyFigure =>
  figure !== 'joined' && figure !== 'lapsed'

/** A state of India, or 'none' if neither GSTIN nor PIN code identifies one. */
export const stateKeys = [...stateCodes, 'none'] as const
export type StateKey = (typeof stateKeys)[number]

/** GET /api/admin/board-book and its files; by default of the current financial year. */
export const boardBookQuery = z.object({ year: yearName.optional() })

/** GET /api/admin/board-book/members: the members with a part of an amount. */
export const bookMembersQuery = z.object({
  year: yearName,
  figure: z.enum(moneyFigures, 'Please choose a figure from the list'),
  /** yyyy-MM, or before or after the year. */
  month: z
    .string()
    .regex(/^(before|later|20\d\d-(0[1-9]|1[0-2]))$/, 'Please give a month like 2026-04')
    .optional(),
  state: z.enum(stateKeys, stateMessage).optional(),
  role: memberType.optional(),
  limit: pageLimit(500, 'members').default(50),
  cursor: pageCursor.optional(),
})
export type BookMembersQuery = z.output<typeof bookMembersQuery>

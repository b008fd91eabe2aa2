import { z } from 'zod'
import { memberQuery } from '#features/members/contract.ts'
import { duesFilters, seasonStatuses } from '#features/members/dues-status.ts'
import { yearName } from '#shared/dues/year-name.ts'
import { memberType } from '#shared/fields.ts'
import { pageCursor, pageLimit, searchQuery, sortMessage } from '#shared/list-query.ts'
import { ages, renewalSorts } from './filters.ts'

/** A status as Renewals shows it (`shownSeasonStatus`), or every member with an open charge that counts. */
const renewalFilters = [...seasonStatuses, 'owes'] as const

const statusMessage = 'Please choose a status from the list'

/** GET /api/admin/renewals: the active members with what they owe. */
export const renewalsQuery = z.object({
  search: searchQuery.optional(),
  role: memberType.optional(),
  status: z.enum(renewalFilters, statusMessage).optional(),
  /** Filters as in the lists of members, which include members whose dues are not raised. */
  dues: z.enum(duesFilters, statusMessage).optional(),
  /** Members for whom dues of this year were raised. */
  year: yearName.optional(),
  /** Members with an open charge of this age. */
  age: z.enum(ages, 'Please choose an age from the list').optional(),
  /** Filters as in the lists of members: `none` selects members without an email address. */
  email: memberQuery.shape.email,
  sort: z
    .enum(
      renewalSorts.flatMap((column) => [column, `-${column}` as const]),
      sortMessage,
    )
    .default('company_name'),
  limit: pageLimit(500, 'members').default(50),
  cursor: pageCursor.optional(),
})
export type RenewalsQuery = z.output<typeof renewalsQuery>

/** GET /api/admin/renewals/totals and /summary; by default for the financial year whose dues were raised last. */
export const renewalSummaryQuery = z.object({ year: yearName.optional() })

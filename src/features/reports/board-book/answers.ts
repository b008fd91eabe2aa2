import { z } from 'zod'
import { count, day, paise } from '#shared/fields.ts'
import { memberRoles } from '#shared/roles.ts'
import { stateKeys } from './contract.ts'

/** Numbers of members, and the year's amounts of dues and of other charges. */
const sums = z.strictObject({
  joined: count,
  lapsed: count,
  raised: paise,
  collected: paise,
  /** The part of `collected` that had not been raised. */
  unraised: paise,
  waived: paise,
  other_raised: paise,
  other_collected: paise,
  other_waived: paise,
})
export type Sums = z.infer<typeof sums>
const byType = { oem: sums, vendor: sums }

const retention = z.strictObject({ retained: count, left: count })

export const boardBookAnswer = z.strictObject({
  /** '2026-27'. */
  year: z.string(),
  /** The years that can be selected, newest first. */
  years: z.array(z.string()),
  /** The last day that counts: the end of the year, or today. */
  as_of: day,
  types: z.strictObject(byType),
  /** From April; amounts raised, paid or waived outside of the year are in `before` and `later`. */
  months: z.array(z.strictObject({ month: z.string(), ...byType })),
  /** Sorted by name; states without any figure are left out, and `none` comes last. */
  states: z.array(z.strictObject({ state: z.enum(stateKeys), ...byType })),
  /**
   * One row for each financial year of joining, oldest first; `from` is null in the row that sums up earlier years.
   */
  retention: z.array(
    z.strictObject({
      name: z.string(),
      from: day.nullable(),
      to: day,
      oem: retention,
      vendor: retention,
    }),
  ),
})
export type BoardBook = z.infer<typeof boardBookAnswer>

export const bookMembersAnswer = z.array(
  z.strictObject({
    id: z.string(),
    name: z.string(),
    company_name: z.string(),
    membership_number: z.string().nullable(),
    role: z.enum(memberRoles),
    is_active: z.boolean(),
    paise,
  }),
)
export type BookMemberRow = z.infer<typeof bookMembersAnswer>[number]

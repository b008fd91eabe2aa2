import { z } from 'zod'
import { paymentModes } from '#features/ledger/payment-modes.ts'
import { materialIds } from '#features/members/materials.ts'
import { count, day, paise } from '#shared/fields.ts'

const byType = { oem: count, vendor: count }

/** The members active today who joined by the end of a financial year. */
const joinedYear = z.strictObject({
  ...byType,
  /** '2025-26'. */
  name: z.string(),
  /** The last day counted; null for the current year, which counts all. */
  to: day.nullable(),
})

/** Memberships of active members that end between two days, both included. */
const endingWeek = z.strictObject({ ...byType, from: day, to: day })

/** The number of active vendors who offer a material; materials without a vendor are left out. */
const offeredMaterial = z.strictObject({ material: z.enum(materialIds), vendors: count })

const modeSum = z.strictObject({
  /** null: payments without a mode. */
  mode: z.enum(paymentModes).nullable(),
  paise,
  payments: count,
})

const duesMonth = z.strictObject({
  /** yyyy-MM. */
  month: z.string().regex(/^\d{4}-\d{2}$/),
  /** The sums by mode of payment; modes without payments are left out. */
  modes: z.array(modeSum),
})

/**
 * The dues that were received, with joining fees and arrears, by the day of payment; payments of other charges and
 * credit do not count. The sum over all years equals that of the board book.
 */
const duesYear = z.strictObject({
  /** The calendar year it starts in. */
  year: z.int(),
  /** The years that can be selected, newest first. */
  years: z.array(z.int()),
  /** Twelve, from April. */
  months: z.array(duesMonth),
  /** The sums of the same months in the year before. */
  before: z.array(paise),
  /** The sum of all payments of the year, for any purpose, and of those among them that have been reversed. */
  received: paise,
  taken_back: paise,
})

/** Each figure equals the length of the list of members or payments with the same filter. */
export const figuresAnswer = z.strictObject({
  joined: z.array(joinedYear),
  dues: duesYear,
  ending: z.array(endingWeek),
  offered: z.array(offeredMaterial),
})

export type Figures = z.infer<typeof figuresAnswer>
export type JoinedYear = z.infer<typeof joinedYear>
export type EndingWeek = z.infer<typeof endingWeek>
export type OfferedMaterial = z.infer<typeof offeredMaterial>
export type DuesYear = z.infer<typeof duesYear>
export type DuesMonth = z.infer<typeof duesMonth>
export type ModeSum = z.infer<typeof modeSum>

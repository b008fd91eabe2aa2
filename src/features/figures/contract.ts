import { z } from 'zod'
import type { Material } from '#features/members/materials.ts'
import type { PaymentMode } from '#features/payments/contract.ts'

const yearMessage = 'Please choose a financial year from the list'

/** The query of GET /api/admin/figures: the calendar year in which the financial year begins. */
export const figuresQuery = z.object({
  year: z.coerce
    .number(yearMessage)
    .int(yearMessage)
    .min(1950, yearMessage)
    .max(2199, yearMessage)
    .optional(),
})

/** Every figure leads to its rows: so many of the list that is filtered by the same days and type. */
export interface Figures {
  joined: JoinedYear[]
  dues: DuesYear
  ending: EndingWeek[]
  offered: OfferedMaterial[]
}

interface ByType {
  oem: number
  vendor: number
}

/** Today's active members who had joined by the end of a financial year. */
export interface JoinedYear extends ByType {
  /** '2025-26'. */
  name: string
  /** yyyy-MM-dd, the last day counted; null for the current year, which counts everybody. */
  to: string | null
}

/** Memberships of active members that end from one day to another, both included, yyyy-MM-dd. */
export interface EndingWeek extends ByType {
  from: string
  to: string
}

/** How many active vendors offer a material; those that nobody offers are left out. */
export interface OfferedMaterial {
  material: Material
  vendors: number
}

/**
 * The dues of a financial year. A payment that was taken back is missing in the month and mode in
 * which it stood, whenever that was noticed; `received` less `taken_back` is the sum of the months.
 */
export interface DuesYear {
  /** The calendar year it begins in. */
  year: number
  /** The years there is something to choose from, newest first. */
  years: number[]
  /** Twelve, from April. */
  months: DuesMonth[]
  /** Whole paise: all that was marked paid, and what of it was marked unpaid since. */
  received: number
  taken_back: number
}

export interface DuesMonth {
  /** yyyy-MM. */
  month: string
  /** Payments that stand, by mode; modes without any are left out. */
  modes: ModeSum[]
}

export interface ModeSum {
  /** null: the payment names none. */
  mode: PaymentMode | null
  /** Whole paise. */
  paise: number
  payments: number
}

import { z } from 'zod'
import type { Material } from '#features/members/materials.ts'
import type { PaymentMode } from '#features/payments/contract.ts'

const yearMessage = 'Please choose a financial year from the list'

/** The query of GET /api/admin/figures: `year` is the calendar year in which the financial year starts. */
export const figuresQuery = z.object({
  year: z.coerce
    .number(yearMessage)
    .int(yearMessage)
    .min(1950, yearMessage)
    .max(2199, yearMessage)
    .optional(),
})

/** Each figure equals the length of the list of members or payments with the same filter. */
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

/** The members active today who joined by the end of a financial year. */
export interface JoinedYear extends ByType {
  /** '2025-26'. */
  name: string
  /** yyyy-MM-dd, the last day counted; null for the current year, which counts all. */
  to: string | null
}

/** Memberships of active members that end between two days, both included, yyyy-MM-dd. */
export interface EndingWeek extends ByType {
  from: string
  to: string
}

/** The number of active vendors who offer a material; there is none with 0. */
export interface OfferedMaterial {
  material: Material
  vendors: number
}

/**
 * The dues of a financial year. A reversed payment is left out in its own month and mode, whenever it
 * was reversed; `received` less `taken_back` is the sum of the months.
 */
export interface DuesYear {
  /** The calendar year it starts in. */
  year: number
  /** The years that can be selected, newest first. */
  years: number[]
  /** Twelve, from April. */
  months: DuesMonth[]
  /** Whole paise: all payments, and those of them that were reversed. */
  received: number
  taken_back: number
}

export interface DuesMonth {
  /** yyyy-MM. */
  month: string
  /** Active payments by mode; modes without any are left out. */
  modes: ModeSum[]
}

export interface ModeSum {
  /** null: payments without a mode. */
  mode: PaymentMode | null
  /** Whole paise. */
  paise: number
  payments: number
}

/** The tax of a payment (contract 13.5). Amounts are whole paise and include the tax. */
import { outsideIndia, placeOf } from '#shared/india/address-state.ts'
import { stateName, stateOfGstin } from '#shared/india/states.ts'
import type { Paise } from '#shared/rupees.ts'

/** A receipt without tax, a tax invoice, or a receipt that states why no tax is due. */
export const taxKinds = ['receipt', 'invoice', 'exempt'] as const
export type TaxKind = (typeof taxKinds)[number]

export interface TaxTreatment {
  kind: TaxKind
  /** Hundredths of a percent: 1800 is 18 %. 0 unless the kind is 'invoice'. */
  rate: number
  /** The service accounting code; empty for the kind 'receipt'. */
  sac: string
  /** Why no tax is due; empty unless the kind is 'exempt'. */
  legend: string
  /**
   * Charges only: the code of the state where an event or training takes place. Without it, the place of supply is that
   * of the member.
   */
  place?: string | undefined
}

export const noTax: TaxTreatment = { kind: 'receipt', rate: 0, sac: '', legend: '' }

export interface TaxAmounts {
  taxable_paise: Paise
  cgst_paise: Paise
  sgst_paise: Paise
  igst_paise: Paise
}

/**
 * Splits an amount into its value and its tax: CGST and SGST in equal halves within a state, IGST
 * between states. The parts add up to the amount to the paisa.
 */
export function splitTax(paise: Paise, rate: number, isInterstate: boolean): TaxAmounts {
  if (isInterstate) {
    const igst = Math.round((paise * rate) / (10_000 + rate))
    return { taxable_paise: paise - igst, cgst_paise: 0, sgst_paise: 0, igst_paise: igst }
  }
  const half = Math.round((paise * rate) / 2 / (10_000 + rate))
  return { taxable_paise: paise - 2 * half, cgst_paise: half, sgst_paise: half, igst_paise: 0 }
}

/** Formats 1800 as '18' and 250 as '2.5'. */
export const percent = (rate: number): string => String(rate / 100)

/** The state code of a GSTIN, its first two digits; a state that was merged gives today's code. '' without a GSTIN. */
export const stateCodeOf = (gstin: string): string => stateOfGstin(gstin) ?? gstin.slice(0, 2)

/** The code of a member's state: from the GSTIN, else from the first address that names a state, else ''. */
export const customerState = (gstin: string, addresses: readonly string[]): string =>
  placeOf(gstin, addresses) ?? stateCodeOf(gstin)

/** '27 Maharashtra' for '27'; an unknown code stays as it is. */
export function placeOfSupply(code: string): string {
  if (code === outsideIndia) return `${code} Outside India`
  const state = stateOfGstin(code)
  return [code, state && stateName(state)].filter(Boolean).join(' ')
}

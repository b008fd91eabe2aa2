/** The tax of a payment (contract 13.5). Amounts are whole paise and include the tax. */

/** A receipt without tax, a tax invoice, or a receipt that says why no tax is due. */
export const taxKinds = ['receipt', 'invoice', 'exempt'] as const
export type TaxKind = (typeof taxKinds)[number]

export interface TaxTreatment {
  kind: TaxKind
  /** Hundredths of a percent: 1800 is 18 %. 0 unless the kind is 'invoice'. */
  rate: number
  /** The service accounting code; empty unless the kind is 'invoice'. */
  sac: string
  /** Why no tax is due; empty unless the kind is 'exempt'. */
  legend: string
}

export const noTax: TaxTreatment = { kind: 'receipt', rate: 0, sac: '', legend: '' }

export interface TaxAmounts {
  taxable_paise: number
  cgst_paise: number
  sgst_paise: number
  igst_paise: number
}

/**
 * Splits an amount into its value and its tax: CGST and SGST in equal halves within a state, IGST
 * between states. The parts add up to the amount to the paisa.
 */
export function splitTax(paise: number, rate: number, isInterstate: boolean): TaxAmounts {
  if (isInterstate) {
    const igst = Math.round((paise * rate) / (10_000 + rate))
    return { taxable_paise: paise - igst, cgst_paise: 0, sgst_paise: 0, igst_paise: igst }
  }
  const half = Math.round((paise * rate) / 2 / (10_000 + rate))
  return { taxable_paise: paise - 2 * half, cgst_paise: half, sgst_paise: half, igst_paise: 0 }
}

/** '18' or '2.5', of 1800 or 250. */
export const percent = (rate: number): string => String(rate / 100)

/** The states by the first two digits of a GSTIN. */
const states: Record<string, string> = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '97': 'Other Territory',
}

/** '27 Maharashtra' for a GSTIN; the two digits alone for an unknown state, '' without a GSTIN. */
export function placeOfSupply(gstin: string): string {
  const code = gstin.slice(0, 2)
  return [code, states[code]].filter(Boolean).join(' ')
}

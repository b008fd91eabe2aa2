/** The tax of a paper's lines. */

import type { Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import type { LineTax, ReceiptContent } from './content.ts'
import {
  customerState,
  noTax,
  placeOfSupply,
  splitTax,
  stateCodeOf,
  type TaxTreatment,
} from './tax.ts'

/** Codes of states. */
interface Supply {
  supplier: string
  customer: string
}

export const supplyOf = (
  associationGstin: string,
  { gstin, addresses }: { gstin: string; addresses: readonly string[] },
): Supply => ({
  supplier: stateCodeOf(associationGstin),
  customer: customerState(gstin, addresses),
})

/** Computes the tax of lines. When their taxes differ, `taxes` has the sums of each. */
export function taxedLines<Line extends { paise: Paise }>(
  lines: readonly Line[],
  treatments: readonly TaxTreatment[],
  supply: Supply,
): { lines: (Line & { tax_index?: number })[]; tax: ReceiptContent['tax']; taxes?: LineTax[] } {
  const own = treatments.map((treatment) => withoutUsualPlace(treatment, supply))
  const keys = own.map((treatment) => JSON.stringify(treatment))
  const kinds = [
    ...new Map(own.map((treatment) => [JSON.stringify(treatment), treatment])).values(),
  ]
  const hasPlaces = kinds.some(({ place }) => place)
  const [first = noTax] = kinds
  const amount = (parts: readonly Line[]) => sum(parts, ({ paise }) => paise)
  if (kinds.length < 2) return { tax: taxOf(amount(lines), first, supply), lines: [...lines] }
  const indexed = lines.map((line, index) => ({
    ...line,
    tax_index: kinds.findIndex((treatment) => JSON.stringify(treatment) === keys[index]),
  }))
  const taxes = kinds.map((kind, index): LineTax => {
    const paise = amount(indexed.filter(({ tax_index }) => tax_index === index))
    const { place_of_supply, ...tax } = taxOf(paise, kind, supply)
    return { ...tax, amount_paise: paise, ...(hasPlaces && { place_of_supply }) }
  })
  return { tax: sumOfTaxes(taxes, supply), lines: indexed, taxes }
}

/** Leaves out a place of supply that the member has anyway, so that its lines are not listed separately. */
function withoutUsualPlace(
  { place, ...tax }: TaxTreatment,
  { supplier, customer }: Supply,
): TaxTreatment {
  return place && place !== (customer || supplier) ? { ...tax, place } : tax
}

/**
 * The tax of a whole paper whose lines have these taxes: their sums, with the rate and the code if all have the same.
 */
export function sumOfTaxes(taxes: readonly LineTax[], supply: Supply): ReceiptContent['tax'] {
  const kind = ['invoice', 'exempt', 'receipt'].find((one) => taxes.some((tax) => tax.kind === one))
  const own = taxes.filter((tax) => tax.kind === kind)
  const sumOf = (name: 'taxable_paise' | 'cgst_paise' | 'sgst_paise' | 'igst_paise') =>
    sum(own, (tax) => tax[name])
  const [first = { ...noTax, kind: 'receipt' as const }] = own
  const commonTax = taxOf(0, { ...first, ...(own.length > 1 && { rate: 0, sac: '' }) }, supply)
  const places = own.map(({ place_of_supply: place }) => place ?? commonTax.place_of_supply)
  return {
    ...commonTax,
    place_of_supply: [...new Set(places)].join(', '),
    legend: taxes
      .map(({ legend }) => legend)
      .filter(Boolean)
      .join(' '),
    taxable_paise: sumOf('taxable_paise'),
    cgst_paise: sumOf('cgst_paise'),
    sgst_paise: sumOf('sgst_paise'),
    igst_paise: sumOf('igst_paise'),
  }
}

/**
 * The place of supply is the state where an event takes place. Without an event it is the state of the member's GSTIN,
 * else of the first address on record that names one, else of the association. `supplier` and `customer` are codes of
 * states; outside India counts as another state (IGST Act, sections 12(5) to (7), 12(2) and 7(5)).
 */
function taxOf(
  paise: Paise,
  { kind, rate, sac, legend, place: venue }: TaxTreatment,
  { supplier, customer }: Supply,
): ReceiptContent['tax'] {
  const place = venue || customer || supplier
  const isInterstate = place !== supplier
  return {
    kind,
    rate,
    sac,
    legend,
    place_of_supply:
      kind === 'invoice' || (kind === 'exempt' && supplier) ? placeOfSupply(place) : '',
    ...splitTax(paise, rate, isInterstate),
  }
}

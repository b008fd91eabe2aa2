/** Computes the part that a credit note, or the paper of a charge that credit pays, takes from a paper. */

import type { Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import {
  type LineTax,
  placesOf,
  type ReceiptContent,
  type ReceiptLine,
  taxesOf,
} from './content.ts'
import { splitTax, stateCodeOf, type TaxAmounts } from './tax.ts'
import { sumOfTaxes } from './taxed-lines.ts'

export type PartOfPaper = Pick<ReceiptContent, 'lines' | 'tax' | 'taxes' | 'amount_paise'>

/** A line, or a part of one, with its own tax. */
interface TaxedLine {
  line: ReceiptLine
  tax: LineTax
}

/**
 * Takes these amounts from the lines of a paper, from which `taken` was taken before. The tax of a part is the tax of
 * everything taken so far less the tax of what was taken before, so that the parts add up to the paper to the paisa.
 */
export function linesOfPart(
  paper: ReceiptContent,
  parts: readonly Paise[],
  taken: readonly Paise[] = [],
): TaxedLine[] {
  const taxes = placedTaxes(paper)
  const supplier = stateCodeOf(paper.association.gstin)
  const before = taxes.map(() => 0)
  const { lines } = paper
  for (const [at, { tax_index: index = 0 }] of lines.entries())
    before[index] = (before[index] ?? 0) + (taken[at] ?? 0)
  return [...lines.entries()]
    .reverse()
    .flatMap(([at, { tax_index: index = 0, ...line }]): TaxedLine[] => {
      const part = parts[at] ?? 0
      const tax = taxes[index]
      const from = before[index] ?? 0
      before[index] = from + part
      if (!tax || part === 0) return []
      const own = difference(taxOfEnd(tax, from + part, supplier), taxOfEnd(tax, from, supplier))
      return [
        {
          line: { ...line, paise: part, taxable_paise: own.taxable_paise },
          tax: { ...tax, ...own, amount_paise: part },
        },
      ]
    })
    .reverse()
}

/** The content of a paper with these lines, which may come from several papers of a payment. */
export function partOfLines(lines: readonly TaxedLine[], paper: ReceiptContent): PartOfPaper {
  const taxes = taxesOfLines(lines)
  const keys = taxes.map(keyOfTax)
  const supply = {
    supplier: stateCodeOf(paper.association.gstin),
    customer: (placesOf(paper.tax)[0] ?? '').slice(0, 2),
  }
  return {
    lines: lines.map(({ line, tax }) => ({
      ...line,
      ...(keys.length > 1 && { tax_index: keys.indexOf(keyOfTax(tax)) }),
    })),
    tax: sumOfTaxes(taxes, supply),
    taxes: taxes.length > 1 ? withoutOnePlace(taxes) : undefined,
    amount_paise: sum(lines, ({ line }) => line.paise),
  }
}

/** The different taxes of these lines, each with its place of supply. */
export const taxesOfLines = (lines: readonly TaxedLine[]): LineTax[] =>
  [...Map.groupBy(lines, ({ tax }) => keyOfTax(tax)).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first.tax, ...sumsOf([first.tax, ...others.map(({ tax }) => tax)]) }] : [],
  )

/** Adds its place of supply to each tax; lines without tax have none. */
export const placedTaxes = (paper: ReceiptContent): LineTax[] =>
  taxesOf(paper).map((tax) => ({
    ...tax,
    place_of_supply:
      tax.kind === 'receipt' ? '' : (tax.place_of_supply ?? paper.tax.place_of_supply),
  }))

/**
 * The tax of an amount taken from lines with one tax; for their whole amount exactly the tax that the paper states.
 */
function taxOfEnd(tax: LineTax, paise: Paise, supplier: string): TaxAmounts {
  if (paise === tax.amount_paise) return tax
  return splitTax(paise, tax.rate, (tax.place_of_supply ?? '').slice(0, 2) !== supplier)
}

const difference = (until: TaxAmounts, before: TaxAmounts): TaxAmounts => ({
  taxable_paise: until.taxable_paise - before.taxable_paise,
  cgst_paise: until.cgst_paise - before.cgst_paise,
  sgst_paise: until.sgst_paise - before.sgst_paise,
  igst_paise: until.igst_paise - before.igst_paise,
})

function sumsOf(taxes: readonly LineTax[]): TaxAmounts & { amount_paise: Paise } {
  const sumOf = (name: keyof TaxAmounts | 'amount_paise') => sum(taxes, (tax) => tax[name])
  return {
    taxable_paise: sumOf('taxable_paise'),
    cgst_paise: sumOf('cgst_paise'),
    sgst_paise: sumOf('sgst_paise'),
    igst_paise: sumOf('igst_paise'),
    amount_paise: sumOf('amount_paise'),
  }
}

export const keyOfTax = ({ kind, rate, sac, legend, place_of_supply }: LineTax): string =>
  JSON.stringify([kind, rate, sac, legend, place_of_supply])

/** The taxes as a paper stores them: when all have one place of supply, only the paper states it. */
function withoutOnePlace(taxes: readonly LineTax[]): LineTax[] {
  const places = new Set(taxes.map(({ place_of_supply }) => place_of_supply).filter(Boolean))
  if (places.size > 1) return [...taxes]
  return taxes.map(({ place_of_supply: _place, ...tax }) => tax)
}

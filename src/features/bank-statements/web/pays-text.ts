import { chargeName } from '#features/ledger/charge-name.ts'
import { formatRupees } from '#shared/rupees.ts'
import { joinWithAnd } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import type { BankLine } from '../answers.ts'

/** Says which charges confirming a line pays. */
export function paysText({ amount_paise, pays = [] }: Pick<BankLine, 'amount_paise' | 'pays'>) {
  const [first, ...others] = pays
  if (!first) return 'Nothing is open that it pays: it becomes credit.'
  const paid = sum(pays, ({ paise }) => paise)
  if (others.length > 0 || paid < amount_paise) {
    const parts = joinWithAnd(
      pays.map((part) => `${formatRupees(part.paise)} of ${chargeName(part)}`),
    )
    const rest = amount_paise - paid
    return rest > 0 ? `Pays ${parts}; ${formatRupees(rest)} becomes credit.` : `Pays ${parts}.`
  }
  return first.open_paise > 0
    ? `Pays a part of ${chargeName(first)}.`
    : `Pays ${chargeName(first)}.`
}

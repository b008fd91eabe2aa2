/** Checks that the balances of a statement follow from its amounts. */
import { formatRupees } from '#shared/rupees.ts'
import { countOf } from '#shared/sentences.ts'
import type { RawLine } from './statement.ts'

type Checked = Pick<RawLine, 'row' | 'amount_paise' | 'balance_paise'>

const maxGaps = 10

/**
 * A sentence for each line whose balance does not follow from the line before it. Some banks put the
 * newest line first: the order is the one with fewer gaps.
 */
export function balanceGaps(lines: readonly Checked[], opening: number | undefined): string[] {
  if (lines.every(({ balance_paise }) => balance_paise === undefined)) return []
  const [oldest, newest] = [gapsOf(lines, opening), gapsOf(lines.toReversed(), opening)]
  const gaps = newest.length < oldest.length ? newest : oldest
  const shown = gaps.slice(0, maxGaps).map(sentenceOf)
  if (gaps.length > maxGaps)
    shown.push(
      `The balance does not add up in ${countOf(gaps.length - maxGaps, 'more row', 'more rows')}.`,
    )
  return shown
}

interface Gap {
  row: number
  expected: number
  found: number
}

function gapsOf(lines: readonly Checked[], opening: number | undefined): Gap[] {
  const gaps: Gap[] = []
  let balance = opening
  for (const { row, amount_paise, balance_paise: found } of lines) {
    const expected = balance === undefined ? undefined : balance + amount_paise
    if (expected !== undefined && found !== undefined && expected !== found)
      gaps.push({ row, expected, found })
    balance = found ?? expected
  }
  return gaps
}

const sentenceOf = ({ row, expected, found }: Gap): string =>
  `Row ${row}: the balance is ${formatRupees(found)} where ${formatRupees(expected)} was expected. Lines before it may be missing.`

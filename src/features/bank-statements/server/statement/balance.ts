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
  const { gaps } = fewestGaps(lines, opening)
  const shown = gaps.slice(0, maxGaps).map(sentenceOf)
  if (gaps.length > maxGaps)
    shown.push(
      `The balance does not add up in ${countOf(gaps.length - maxGaps, 'more row', 'more rows')}.`,
    )
  return shown
}

interface AccountLines {
  lines: readonly Checked[]
  opening: number | undefined
}

/** With fewer comparisons, contradictions may be due to lines that the file omits. */
const minUnrelated = 5

/**
 * How the balances contradict nearly every amount: `exchanged` when they fit the amounts with the other sign, otherwise
 * `unrelated`. Undefined when they contradict fewer amounts, or when too few can be compared.
 */
export function contradictionOf(
  accounts: readonly AccountLines[],
): 'exchanged' | 'unrelated' | undefined {
  let checked = 0
  let gaps = 0
  let gapsIfExchanged = 0
  for (const { lines, opening } of accounts) {
    const asRead = fewestGaps(lines, opening)
    checked += asRead.checked
    gaps += asRead.gaps.length
    const exchanged = lines.map((line) => ({ ...line, amount_paise: -line.amount_paise }))
    gapsIfExchanged += fewestGaps(exchanged, opening).gaps.length
  }
  if (checked === 0 || gaps < 0.8 * checked) return undefined
  if (gapsIfExchanged <= 0.2 * checked) return 'exchanged'
  return checked >= minUnrelated ? 'unrelated' : undefined
}

function fewestGaps(lines: readonly Checked[], opening: number | undefined): Gaps {
  const [oldest, newest] = [gapsOf(lines, opening), gapsOf(lines.toReversed(), opening)]
  return newest.gaps.length < oldest.gaps.length ? newest : oldest
}

interface Gaps {
  gaps: Gap[]
  /** How many balances could be compared. */
  checked: number
}

interface Gap {
  row: number
  expected: number
  found: number
}

function gapsOf(lines: readonly Checked[], opening: number | undefined): Gaps {
  const gaps: Gap[] = []
  let checked = 0
  let balance = opening
  for (const { row, amount_paise, balance_paise: found } of lines) {
    const expected = balance === undefined ? undefined : balance + amount_paise
    if (expected !== undefined && found !== undefined) {
      checked += 1
      if (expected !== found) gaps.push({ row, expected, found })
    }
    balance = found ?? expected
  }
  return { gaps, checked }
}

const sentenceOf = ({ row, expected, found }: Gap): string =>
  `Row ${row}: the balance is ${formatRupees(found)} where ${formatRupees(expected)} was expected. Lines before it may be missing.`

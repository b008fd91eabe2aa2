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

/** Of so many lines only a file that leaves lines out has a balance that never follows. */
const minUnrelated = 5

/**
 * How the balances speak against nearly every amount: `exchanged` where they follow from the amounts with the other sign.
 * Undefined where they do not.
 */
export function contradictionOf(
  accounts: readonly AccountLines[],
): 'exchanged' | 'unrelated' | undefined {
  const [read, exchanged] = [{ gaps: 0, checked: 0 }, { gaps: 0 }]
  for (const { lines, opening } of accounts) {
    const { gaps, checked } = fewestGaps(lines, opening)
    read.gaps += gaps.length
    read.checked += checked
    const others = lines.map((line) => ({ ...line, amount_paise: -line.amount_paise }))
    exchanged.gaps += fewestGaps(others, opening).gaps.length
  }
  const { gaps, checked } = read
  if (checked === 0 || gaps < 0.8 * checked) return undefined
  if (exchanged.gaps <= 0.2 * checked) return 'exchanged'
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

/** One result of a drill or benchmark: a row of the printed table. */
export interface Finding {
  what: string
  value: string
  /** The target; a finding without one is informational. */
  goal?: string
  met: boolean
  /** Examples of counted things that should not exist. */
  examples?: string[]
}

/** 'n of N' with the goal 'N of N'. */
export const counted = (what: string, count: number, total: number): Finding => ({
  what,
  value: `${count}/${total}`,
  goal: `${total}/${total}`,
  met: count === total && total > 0,
})

export const measured = (what: string, value: string, goal: string, met: boolean): Finding => ({
  what,
  value,
  goal,
  met,
})

/** The goal is an empty list. */
export const none = (what: string, found: readonly string[]): Finding => ({
  ...measured(what, String(found.length), '0', found.length === 0),
  ...(found.length > 0 && { examples: [...new Set(found)].slice(0, 10) }),
})

export const info = (what: string, value: string): Finding => ({ what, value, met: true })

export const unmetGoals = (findings: Finding[]): Finding[] => findings.filter(({ met }) => !met)

/** The findings as a table for the terminal. */
export function tableOf(findings: Finding[]): string {
  const labelWidth = Math.max(...findings.map(({ what }) => what.length))
  const valueWidth = Math.max(...findings.map(({ value }) => value.length))
  return findings
    .map(({ what, value, goal, met, examples = [] }) => {
      const verdict = goal === undefined ? '' : `${met ? 'met    ' : 'NOT MET'} (goal ${goal})`
      const row =
        `  ${what.padEnd(labelWidth)}  ${value.padStart(valueWidth)}  ${verdict}`.trimEnd()
      return [row, ...examples.map((example) => `    ${example}`)].join('\n')
    })
    .join('\n')
}

/** The quantile of the samples; `share` is between 0 and 1. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5)

/** How many of the numbers are where they belong in 1, 2, 3 and so on, without gap and duplicate. */
export const countInSequence = (serials: readonly number[]): number =>
  serials.toSorted((a, b) => a - b).filter((serial, index) => serial === index + 1).length

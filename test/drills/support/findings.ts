/** What a drill found out, one line each, in the order it was found. */
export interface Finding {
  what: string
  value: string
  /** What was wanted; without it the value is only told. */
  goal?: string
  met: boolean
}

/** 'It happened n out of N times', and N was wanted. */
export const counted = (what: string, hit: number, of: number): Finding => ({
  what,
  value: `${hit}/${of}`,
  goal: `${of}/${of}`,
  met: hit === of && of > 0,
})

export const measured = (what: string, value: string, goal: string, met: boolean): Finding => ({
  what,
  value,
  goal,
  met,
})

export const info = (what: string, value: string): Finding => ({ what, value, met: true })

export const misses = (findings: Finding[]): Finding[] => findings.filter(({ met }) => !met)

/** A small table for the terminal. */
export function tableOf(findings: Finding[]): string {
  const width = Math.max(...findings.map(({ what }) => what.length))
  const middle = Math.max(...findings.map(({ value }) => value.length))
  return findings
    .map(({ what, value, goal, met }) => {
      const verdict = goal === undefined ? '' : `${met ? 'met    ' : 'NOT MET'} (goal ${goal})`
      return `  ${what.padEnd(width)}  ${value.padStart(middle)}  ${verdict}`.trimEnd()
    })
    .join('\n')
}

/** The value below which this share (0 to 1) of the samples lies. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5)

/** A measured number, with the same number of another commit from the same run. */
export interface Figure {
  what: string
  unit: 'ms' | 's' | 'MB' | 'KiB' | '%' | ''
  value: number
  /** The figure of the portal at the commit that this one is compared with. */
  before?: number | undefined
  goal?: Goal
}

/** The goal of a figure; all given conditions must hold. */
interface Goal {
  /** In the unit of the figure. */
  most?: number
  /** The allowed increase over the commit before, in the unit of the figure; judged only when there is one. */
  mostMore?: number
}

/** Undefined without a goal that can be judged. */
export function isMet(figure: Figure): boolean | undefined {
  const { value, before, goal = {} } = figure
  const judged = [
    [value, goal.most],
    [before === undefined ? undefined : value - before, goal.mostMore],
  ].filter((pair) => !pair.includes(undefined)) as [number, number][]
  return judged.length === 0 ? undefined : judged.every(([number, most]) => number <= most)
}

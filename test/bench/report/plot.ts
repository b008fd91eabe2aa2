/** Draws the growth of figures with the number of members as SVG, on logarithmic axes, readable on light and dark. */

export interface Line {
  label: string
  /** The number of members and the value, both above 0. */
  points: readonly [number, number][]
  isDashed?: boolean
}

const width = 640
const height = 340
const left = 56
const right = 470
const top = 34
const bottom = 296
const labelHeight = 14
/** Colours with enough contrast on white and on black. */
const colours = ['#0f766e', '#c2410c', '#7c3aed', '#2563eb', '#be185d', '#4d7c0f']
const [darkInk, lightInk] = ['#d4d4d8', '#3f3f46']

export function growthPlot(title: string, unit: string, lines: readonly Line[]): string {
  const points = lines.flatMap((line) => line.points)
  const x = logScale(
    points.map(([members]) => members),
    left,
    right,
  )
  const y = logScale(
    points.map(([, value]) => value),
    bottom,
    top,
  )
  const grid = [
    ...x.ticks.map(
      (tick) =>
        `<line x1="${x.at(tick)}" x2="${x.at(tick)}" y1="${top}" y2="${bottom}"/><text x="${x.at(tick)}" y="${bottom + 18}" text-anchor="middle">${tick.toLocaleString('en-GB')}</text>`,
    ),
    ...y.ticks.map(
      (tick) =>
        `<line x1="${left}" x2="${right}" y1="${y.at(tick)}" y2="${y.at(tick)}"/><text x="${left - 8}" y="${y.at(tick) + 4}" text-anchor="end">${tick}</text>`,
    ),
  ]
  const ends = labelPositions(lines.map(({ points: of }) => y.at(of.at(-1)?.[1] ?? 1)))
  const drawn = lines.map(({ label, points: of, isDashed }, index) => {
    const colour = colours[Math.floor(index / 2) % colours.length]
    const path = of.map(([members, value]) => `${x.at(members)},${y.at(value)}`).join(' ')
    const dots = of
      .map(([members, value]) => `<circle cx="${x.at(members)}" cy="${y.at(value)}" r="3"/>`)
      .join('')
    const dash = isDashed ? ' stroke-dasharray="5 4"' : ''
    return `<g stroke="${colour}" fill="${colour}"><polyline fill="none" stroke-width="2"${dash} points="${path}"/>${dots}</g>
<text x="${right + 10}" y="${(ends[index] ?? 0) + 4}">${escapeXml(label)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)}">
<style>text{font:12px system-ui,sans-serif;fill:${lightInk}}.grid line{stroke:#a1a1aa;stroke-opacity:.4}@media(prefers-color-scheme:dark){text{fill:${darkInk}}}</style>
<text x="${left}" y="18">${escapeXml(title)}, ${escapeXml(unit)}</text>
<g class="grid">${grid.join('\n')}</g>
${drawn.join('\n')}
<text x="${(left + right) / 2}" y="${height - 8}" text-anchor="middle">members</text>
</svg>
`
}

/** Powers of ten around the values, and the position of a value between `from` and `to`. */
function logScale(values: readonly number[], from: number, to: number) {
  const first = Math.floor(Math.log10(Math.min(...values)))
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))))
  return {
    ticks: Array.from({ length: last - first + 1 }, (_, index) =>
      Number((10 ** (first + index)).toPrecision(1)),
    ),
    at: (value: number) =>
      Math.round(from + ((Math.log10(value) - first) / (last - first)) * (to - from)),
  }
}

/** Moves labels apart that would overlap. */
function labelPositions(wanted: readonly number[]): number[] {
  const positions: number[] = []
  let previous = Number.NEGATIVE_INFINITY
  const order = wanted
    .map((_, index) => index)
    .toSorted((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  for (const index of order) {
    previous = Math.max(wanted[index] ?? 0, previous + labelHeight)
    positions[index] = previous
  }
  return positions
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

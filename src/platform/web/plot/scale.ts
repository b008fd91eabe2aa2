/** The end of a scale from 0 that contains a value, and its two or three lines at round values. */
export function scaleOf(value: number): { max: number; lines: number[] } {
  const power = 10 ** Math.floor(Math.log10(Math.max(2, value)))
  const max = [1, 2, 4, 5, 6, 8, 10].map((step) => step * power).find((end) => end >= value) ?? 2
  return { max, lines: max % 2 === 0 || max > 10 ? [0, max / 2, max] : [0, max] }
}

import { formatCount } from '#shared/sentences.ts'

/** The number beside the name of a list, drawn by CSS so that the name alone is the text; 0 is not shown. */
export const Count = ({ of: count }: { of: number | 'loading' | undefined }) => (
  <span
    data-count={countText(count)}
    className="text-xs text-ink-faint tabular-nums not-data-count:hidden data-count:after:content-[attr(data-count)]"
  />
)

export const countText = (count: number | 'loading' | undefined) =>
  typeof count === 'number' && count > 0 ? formatCount(count) : undefined

import type { ReactNode } from 'react'

/** A name and its value inside a `dl`; line breaks in the value are preserved. */
export function DescriptionItem({
  name,
  wide = false,
  children,
}: {
  name: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={wide ? 'col-span-full' : undefined}>
      <dt className="text-sm text-ink-faint">{name}</dt>
      <dd className="mt-0.5 whitespace-pre-line">{children}</dd>
    </div>
  )
}

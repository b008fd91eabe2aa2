import type { ComponentProps } from 'react'

interface ScrollRegionProps extends Omit<ComponentProps<'section'>, 'aria-label' | 'tabIndex'> {
  /** Says to screen readers what scrolls here. */
  label: string
}

/** A named region that scrolls by itself. It takes the focus, so that the keyboard can scroll it. */
export function ScrollRegion({ label, ...section }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section {...section} aria-label={label} tabIndex={0} />
  )
}

import { type ReactNode, useRef } from 'react'
import { portal } from '../api/portal-info.ts'
import { useBrowserBarColour } from '../state/theme.ts'
import { classNames } from '../ui/class-names.ts'
import { AssociationLogo } from './AssociationLogo.tsx'
import { SampleBanner } from './SampleBanner.tsx'
import { type ScreenTitle, useScreenHeading } from './screen-heading.tsx'

/**
 * The frame of a long text or form outside of the signed-in frame: at most 760px wide, full width on
 * phones.
 */
export function FormPage({
  lead,
  intro,
  hasParts = false,
  children,
  ...screen
}: ScreenTitle & {
  /** Shown in the bar, such as a link back. */
  lead?: ReactNode
  /** Between the title and the white surface: what it is about, and what is decided first. */
  intro?: ReactNode
  /** True for a form that lists its parts at its side where there is room. */
  hasParts?: boolean
  children: ReactNode
}) {
  const ref = useRef<HTMLElement>(null)
  useBrowserBarColour(ref)
  const heading = useScreenHeading(screen, 'text-xl')
  return (
    <div className="flex min-h-dvh flex-col">
      <SampleBanner />
      <header
        ref={ref}
        className="flex min-h-12 items-center gap-2.5 border-b border-line bg-sunken px-4 py-1 text-sm font-semibold"
      >
        <AssociationLogo size="bar" />
        <p className="min-w-0 flex-1 text-balance max-sm:text-xs">{portal.association_name}</p>
        {lead}
      </header>
      <main
        className={classNames(
          'mx-auto flex w-full max-w-190 flex-1 flex-col px-(--gutter) pt-6 max-sm:pt-4 sm:pb-12',
          hasParts && 'min-[68.75rem]:max-w-250 min-[68.75rem]:pl-70',
        )}
      >
        {heading}
        {intro && <div className="mt-1.5 grid gap-4">{intro}</div>}
        <div className="bleed relative mt-4 flex-1 border-line bg-surface sm:[--gutter:1.25rem] max-sm:border-t sm:mx-0 sm:flex-none sm:rounded-lg sm:border">
          {children}
        </div>
      </main>
    </div>
  )
}

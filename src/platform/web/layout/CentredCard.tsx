import { type ReactNode, useRef } from 'react'
import { portal } from '../api/portal-info.ts'
import { useBrowserBarColour } from '../state/theme.ts'
import { AssociationLogo } from './AssociationLogo.tsx'
import { CuttingBoard } from './CuttingBoard.tsx'
import { SampleBanner } from './SampleBanner.tsx'
import { type ScreenTitle, useScreenHeading } from './screen-heading.tsx'

/** A short form or message outside of the signed-in frame, beside the cutting board. */
export function CentredCard({
  children,
  ...screen
}: ScreenTitle & {
  children: ReactNode
}) {
  const ref = useRef<HTMLDivElement>(null)
  useBrowserBarColour(ref)
  const heading = useScreenHeading(screen, 'text-xl')
  return (
    <div ref={ref} className="flex min-h-dvh flex-col bg-page">
      <SampleBanner />
      <div className="flex flex-1 flex-col-reverse sm:grid sm:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <CuttingBoard />
        <div className="flex-1 px-4 pt-6 pb-8 sm:grid sm:place-items-center">
          <div className="mx-auto grid w-full max-w-100 gap-6">
            <header className="flex items-center gap-3 text-sm font-semibold sm:hidden">
              <AssociationLogo size="card" />
              <span className="min-w-0 text-balance">{portal.association_name}</span>
            </header>
            <main className="grid gap-5">
              {heading}
              {children}
            </main>
          </div>
        </div>
      </div>
    </div>
  )
}

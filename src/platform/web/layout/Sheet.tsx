import { type ReactNode, useRef } from 'react'
import { portal } from '../api/portal-info.ts'
import { AssociationLogo } from './AssociationLogo.tsx'
import { SampleBanner } from './SampleBanner.tsx'
import { useScreenTitle } from './screen-title.ts'

/**
 * The frame of a long text or form outside of the signed-in frame: at most 760px wide, full width on
 * phones.
 */
export function Sheet({
  title,
  view,
  lead,
  children,
}: {
  /** The h1 and the title of the browser tab. */
  title: string
  /** Distinguishes views of one path, so that the focus moves between them. */
  view?: string | undefined
  /** Shown above the title, such as a link back. */
  lead?: ReactNode
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useScreenTitle(title, heading, view)
  return (
    <div data-walnut-screen className="flex min-h-dvh flex-col bg-walnut">
      <SampleBanner />
      <div className="flex flex-1 flex-col items-center gap-5 pt-5 sm:gap-6 sm:px-4 sm:py-8">
        <header className="flex w-full max-w-[760px] items-center gap-3 px-5 text-walnut-ink sm:px-0">
          <AssociationLogo size="card" />
          <p className="min-w-0 font-semibold text-balance">{portal.association_name}</p>
        </header>
        <main className="flex w-full max-w-[760px] flex-1 flex-col overflow-clip bg-surface shadow-raised sm:flex-none sm:rounded-lg">
          <div aria-hidden="true" className="ply-edge h-1.5" />
          <div className="grid gap-2 px-5 pt-5 sm:px-8 sm:pt-7">
            {lead && <div className="-mt-2">{lead}</div>}
            <h1 ref={heading} tabIndex={-1} className="text-2xl">
              {title}
            </h1>
          </div>
          {children}
        </main>
      </div>
    </div>
  )
}

import { type ReactNode, useRef } from 'react'
import { portal } from '../api/portal-info.ts'
import { AssociationLogo } from './AssociationLogo.tsx'
import { SampleBanner } from './SampleBanner.tsx'
import { useScreenTitle } from './screen-title.ts'

/** A card in the middle of the screen, outside of the signed-in frame; at most 400px wide. */
export function CentredCard({
  title,
  view,
  children,
}: {
  /** The h1 and the title of the browser tab. */
  title: string
  /** Distinguishes views of one path, so that the focus moves between them. */
  view?: string | undefined
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useScreenTitle(title, heading, view)
  return (
    <div data-walnut-screen className="flex min-h-dvh flex-col bg-walnut">
      <SampleBanner />
      <div className="flex flex-1 flex-col items-center justify-center gap-6 px-4 py-8">
        <header className="flex max-w-[400px] items-center gap-3 text-walnut-ink">
          <AssociationLogo size="card" />
          <p className="font-semibold text-balance">{portal.association_name}</p>
        </header>
        <main className="w-full max-w-[400px] overflow-hidden rounded-lg bg-surface shadow-raised">
          <div aria-hidden="true" className="ply-edge h-1.5" />
          <div className="grid gap-5 px-6 pt-6 pb-7">
            <h1 ref={heading} tabIndex={-1} className="text-xl">
              {title}
            </h1>
            {children}
          </div>
        </main>
      </div>
    </div>
  )
}

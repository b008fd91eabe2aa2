import type { ReactNode } from 'react'
import { type ScreenTitle, useScreenHeading } from './screen-heading.tsx'
import { WalnutScreen } from './WalnutScreen.tsx'

/** A card in the middle of the screen, outside of the signed-in frame; at most 400px wide. */
export function CentredCard({
  children,
  ...screen
}: ScreenTitle & {
  children: ReactNode
}) {
  const heading = useScreenHeading(screen, 'text-xl')
  return (
    <WalnutScreen className="justify-center gap-6 px-4 py-8" headerClass="max-w-[400px]">
      <main className="w-full max-w-[400px] overflow-hidden rounded-lg bg-surface shadow-raised">
        <div aria-hidden="true" className="ply-edge h-1.5" />
        <div className="grid gap-5 px-6 pt-6 pb-7">
          {heading}
          {children}
        </div>
      </main>
    </WalnutScreen>
  )
}

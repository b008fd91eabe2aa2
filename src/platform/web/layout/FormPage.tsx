import type { ReactNode } from 'react'
import { type ScreenTitle, useScreenHeading } from './screen-heading.tsx'
import { WalnutScreen } from './WalnutScreen.tsx'

/**
 * The frame of a long text or form outside of the signed-in frame: at most 760px wide, full width on
 * phones.
 */
export function FormPage({
  lead,
  children,
  ...screen
}: ScreenTitle & {
  /** Shown above the title, such as a link back. */
  lead?: ReactNode
  children: ReactNode
}) {
  const heading = useScreenHeading(screen, 'text-2xl')
  return (
    <WalnutScreen
      className="gap-5 pt-5 sm:gap-6 sm:px-4 sm:py-8"
      headerClass="w-full max-w-[760px] px-5 sm:px-0"
    >
      <main className="flex w-full max-w-[760px] flex-1 flex-col overflow-clip bg-surface shadow-raised sm:flex-none sm:rounded-lg">
        <div aria-hidden="true" className="ply-edge h-1.5" />
        <div className="grid gap-2 px-5 pt-5 sm:px-8 sm:pt-7">
          {lead && <div className="-mt-2">{lead}</div>}
          {heading}
        </div>
        {children}
      </main>
    </WalnutScreen>
  )
}

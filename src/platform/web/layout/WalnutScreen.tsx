import { type ReactNode, useRef } from 'react'
import { portal } from '../api/portal-info.ts'
import { useBrowserBarColour } from '../state/theme.ts'
import { classNames } from '../ui/class-names.ts'
import { AssociationLogo } from './AssociationLogo.tsx'
import { SampleBanner } from './SampleBanner.tsx'

/** A screen outside of the signed-in frame: the name of the association above a card or sheet. */
export function WalnutScreen({
  className,
  headerClass,
  children,
}: {
  className: string
  headerClass: string
  children: ReactNode
}) {
  const ref = useRef<HTMLDivElement>(null)
  useBrowserBarColour(ref)
  return (
    <div ref={ref} data-walnut-screen className="flex min-h-dvh flex-col bg-walnut">
      <SampleBanner />
      <div className={classNames('flex flex-1 flex-col items-center', className)}>
        <header className={classNames('flex items-center gap-3 text-walnut-ink', headerClass)}>
          <AssociationLogo size="card" />
          <p className="min-w-0 font-semibold text-balance">{portal.association_name}</p>
        </header>
        {children}
      </div>
    </div>
  )
}

import type { ReactNode } from 'react'
import { portal } from '../api/portal-info.ts'
import { classNames } from '../ui/class-names.ts'
import { AssociationLogo } from './AssociationLogo.tsx'
import { SampleBanner } from './SampleBanner.tsx'

/** A screen outside of the signed-in frame: the association's name, and below it the contents on walnut. */
export function WalnutScreen({
  className,
  headerClass,
  mainClass,
  children,
}: {
  className: string
  headerClass: string
  mainClass: string
  children: ReactNode
}) {
  return (
    <div data-walnut-screen className="flex min-h-dvh flex-col bg-walnut">
      <SampleBanner />
      <div className={classNames('flex flex-1 flex-col items-center', className)}>
        <header className={classNames('flex items-center gap-3 text-walnut-ink', headerClass)}>
          <AssociationLogo size="card" />
          <p className="min-w-0 font-semibold text-balance">{portal.association_name}</p>
        </header>
        <main className={classNames('w-full bg-surface shadow-raised', mainClass)}>
          <div aria-hidden="true" className="ply-edge h-1.5" />
          {children}
        </main>
      </div>
    </div>
  )
}

import type { ReactNode } from 'react'
import { CuttingPlan } from './CuttingPlan.tsx'

/** Shown instead of an empty list: what belongs there and, optionally, the action that adds it. */
export function EmptyState({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="grid justify-items-center gap-1.5 px-6 py-12 text-center">
      <CuttingPlan />
      <p className="text-md font-semibold text-balance">{title}</p>
      {children && (
        <div className="max-w-[44ch] text-sm text-balance text-ink-soft [&_p]:text-balance">
          {children}
        </div>
      )}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

import type { ReactNode } from 'react'

/** Shown instead of an empty list: what belongs there and, optionally, the action that adds it. */
export function EmptyState({
  icon,
  title,
  action,
  children,
}: {
  icon?: ReactNode
  title: string
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="grid justify-items-center gap-2 rounded-lg border border-dashed border-line px-6 py-12 text-center">
      {icon && (
        <div
          aria-hidden="true"
          className="mb-1 grid size-12 place-items-center rounded-full bg-sunken text-ink-soft"
        >
          {icon}
        </div>
      )}
      <p className="font-semibold">{title}</p>
      {children && <div className="max-w-prose text-sm text-ink-soft">{children}</div>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

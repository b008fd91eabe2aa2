import { Tabs as Parts } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'

export interface Tab {
  value: string
  label: string
  /** A number beside the label, such as how many wait. */
  count?: number | undefined
  content: ReactNode
}

/** Tabs with the keyboard of the web's pattern; on narrow screens the row of labels scrolls. */
export function Tabs({
  label,
  value,
  onChange,
  onReach: onIntent,
  tabs,
}: {
  /** Names the row of tabs for screen readers. */
  label: string
  value: string
  onChange: (value: string) => void
  /** Called when a pointer or the focus comes to the row, mostly just before a tab is chosen. */
  onReach?: (() => void) | undefined
  tabs: readonly Tab[]
}) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = list.current
    const active = row?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(value)}"]`)
    if (!row || !active) return
    row.scrollLeft = active.offsetLeft - (row.clientWidth - active.clientWidth) / 2
  }, [value])
  return (
    <Parts.Root value={value} onValueChange={onChange} className="min-w-0">
      <Parts.List
        ref={list}
        aria-label={label}
        onPointerEnter={onIntent}
        onFocus={onIntent}
        className="relative flex gap-1 overflow-x-auto border-b border-line px-0.5 pt-0.5 [scrollbar-width:thin]"
      >
        {tabs.map((tab) => (
          <Parts.Trigger
            key={tab.value}
            value={tab.value}
            data-tab={tab.value}
            className="-mb-px flex min-h-10 shrink-0 items-center gap-2 rounded-t-md border-b-2 border-transparent px-3 text-sm font-medium whitespace-nowrap text-ink-soft -outline-offset-2 hover:bg-sunken data-[state=active]:border-accent data-[state=active]:text-accent-text pointer-coarse:min-h-11"
          >
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && (
              <span className="rounded-sm bg-sunken px-1.5 text-xs text-ink-soft">{tab.count}</span>
            )}
          </Parts.Trigger>
        ))}
      </Parts.List>
      {tabs.map((tab) => (
        <Parts.Content key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </Parts.Content>
      ))}
    </Parts.Root>
  )
}

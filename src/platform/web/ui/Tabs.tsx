import { Tabs as RadixTabs } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'

export interface Tab {
  value: string
  label: string
  /** A number beside the label, such as the number of pending records; 0 is not shown. */
  count?: number | undefined
  content: ReactNode
}

/** Tabs with the keyboard behaviour of the ARIA pattern; on narrow screens the tab list scrolls. */
export function Tabs({
  label,
  value,
  onChange,
  onReach: onIntent,
  tabs,
}: {
  /** The accessible name of the tab list. */
  label: string
  value: string
  onChange: (value: string) => void
  /** Called when the pointer or the focus enters the tab list, a moment before a tab is selected. */
  onReach?: (() => void) | undefined
  tabs: readonly Tab[]
}) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tabList = list.current
    const active = tabList?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(value)}"]`)
    if (!tabList || !active) return
    tabList.scrollLeft = active.offsetLeft - (tabList.clientWidth - active.clientWidth) / 2
  }, [value])
  return (
    <RadixTabs.Root value={value} onValueChange={onChange} className="min-w-0">
      <RadixTabs.List
        ref={list}
        aria-label={label}
        onPointerEnter={onIntent}
        onFocus={onIntent}
        className="relative flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line px-0.5 pt-0.5 [scrollbar-width:thin]"
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            data-tab={tab.value}
            className="-mb-px flex min-h-10 shrink-0 items-center gap-2 rounded-t-md border-b-2 border-transparent px-3 text-sm font-medium whitespace-nowrap text-ink-soft -outline-offset-2 hover:bg-sunken data-[state=active]:border-accent data-[state=active]:text-accent-text pointer-coarse:min-h-11"
          >
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && (
              <span className="rounded-full bg-sunken px-1.5 text-xs text-ink-soft tabular-nums">
                {tab.count}
              </span>
            )}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}

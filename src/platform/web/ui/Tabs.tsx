import type { UseQueryResult } from '@tanstack/react-query'
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { useIsPhone } from '../layout/phone.ts'
import { Count, countText } from './Count.tsx'
import { classNames } from './class-names.ts'

export interface Tab {
  value: string
  label: string
  /**
   * A number beside the label, such as the number of pending records; 0 is not shown. While one is loading, the tabs
   * are invisible: it would move the tabs after it.
   */
  count?: number | 'loading' | undefined
  content: ReactNode
}

/** The count of a tab: that it is loading until the first answer or failure, which leaves it without one. */
export const tabCount = <Data,>(
  { data, isLoading, failureCount }: UseQueryResult<Data>,
  count: (data: Data) => number,
): Tab['count'] => (data ? count(data) : isLoading && failureCount === 0 ? 'loading' : undefined)

/** The end of the tab line, where the selected tab shows its own buttons. */
const LineEnd = createContext<HTMLElement | null>(null)

/** Buttons of a tab's content, shown at the end of the tab line; on a phone in their own place. */
export function TabActions({ children }: { children: ReactNode }) {
  const end = useContext(LineEnd)
  const phone = useIsPhone()
  return phone || !end ? children : createPortal(children, end)
}

/** Tabs with the keyboard behaviour of the ARIA pattern; on narrow screens the tab list scrolls. */
export function Tabs({
  label,
  value,
  onChange,
  onReach,
  isSide = false,
  tabs,
}: {
  /** The accessible name of the tab list. */
  label: string
  value: string
  onChange: (value: string) => void
  /** Called when the pointer or the focus enters the tab list, a moment before a tab is selected. */
  onReach?: (() => void) | undefined
  /** True for a list of parts at the side of the content; on narrow screens they are tabs above it. */
  isSide?: boolean | undefined
  tabs: readonly Tab[]
}) {
  const list = useRef<HTMLDivElement>(null)
  const [lineEnd, setLineEnd] = useState<HTMLElement | null>(null)
  const counts = tabs.map(({ count }) => count).join()
  const isCounting = tabs.some(({ count }) => count === 'loading')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts come later and widen the tabs
  useEffect(() => {
    const tabList = list.current
    const active = tabList?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(value)}"]`)
    if (!tabList || !active) return
    tabList.scrollLeft = active.offsetLeft - (tabList.clientWidth - active.clientWidth) / 2
  }, [value, counts])
  const id = useId()
  const selectByKey = (event: KeyboardEvent) => {
    const index = indexAfter(
      event.key,
      tabs.findIndex((tab) => tab.value === value),
      tabs.length,
    )
    const next = index === undefined ? undefined : tabs[index]
    if (!isSide && /^Arrow(Up|Down)$/.test(event.key)) return
    if (!next || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.value)}"]`)?.focus()
    onChange(next.value)
  }
  return (
    <div
      className={classNames(
        'min-w-0',
        isSide && 'lg:grid lg:grid-cols-[10rem_minmax(0,1fr)] lg:items-start lg:gap-x-8',
      )}
    >
      <div
        className={classNames(
          // On a phone the buttons go above the tabs where both are wider than the window; on a tablet the tabs scroll.
          'bleed flex max-sm:flex-wrap-reverse lg:flex-wrap-reverse items-center justify-end gap-x-4 border-b border-line pr-[calc(var(--gutter)+var(--bar,0px))] pl-(--gutter)',
          isSide && 'lg:sticky lg:top-16 lg:mx-0 lg:border-0 lg:px-0',
        )}
      >
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          aria-orientation={isSide ? 'vertical' : 'horizontal'}
          onPointerEnter={onReach}
          onFocus={onReach}
          onKeyDown={selectByKey}
          className={classNames(
            'relative flex min-w-0 flex-auto gap-5 overflow-x-auto sm:max-lg:gap-3 overflow-y-hidden without-scrollbar max-sm:-mx-(--gutter) max-sm:px-(--gutter)',
            isSide && 'lg:-ml-2.5 lg:flex-col lg:gap-px',
            // Not by visibility, which would take the focus of a tab.
            isCounting && 'opacity-0',
          )}
        >
          {tabs.map((tab) => (
            <TabButton
              key={tab.value}
              id={id}
              tab={tab}
              isSelected={tab.value === value}
              isSide={isSide}
              onSelect={() => onChange(tab.value)}
            />
          ))}
        </div>
        <div
          ref={setLineEnd}
          className="flush-end -mr-1 flex shrink-0 items-center gap-1 empty:hidden touch:mr-0"
        />
      </div>
      <LineEnd value={lineEnd}>
        {tabs.map((tab) => (
          <div
            key={tab.value}
            role="tabpanel"
            id={`${id}-panel-${tab.value}`}
            aria-labelledby={`${id}-tab-${tab.value}`}
            hidden={tab.value !== value}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the ARIA pattern of tabs
            tabIndex={0}
            className={classNames('min-w-0 pt-3 -outline-offset-2', isSide && 'lg:pt-0')}
          >
            {tab.value === value && tab.content}
          </div>
        ))}
      </LineEnd>
    </div>
  )
}

function TabButton({
  id,
  tab,
  isSelected,
  isSide,
  onSelect,
}: {
  id: string
  tab: Tab
  isSelected: boolean
  isSide: boolean
  onSelect: () => void
}) {
  const select = () => {
    if (!isSelected) onSelect()
  }
  return (
    <button
      type="button"
      role="tab"
      id={`${id}-tab-${tab.value}`}
      aria-selected={isSelected}
      aria-controls={`${id}-panel-${tab.value}`}
      tabIndex={isSelected ? 0 : -1}
      data-tab={tab.value}
      aria-label={tab.label}
      aria-description={countText(tab.count)}
      onMouseDown={({ button, ctrlKey }) => {
        if (button === 0 && !ctrlKey) select()
      }}
      onClick={select}
      className={classNames(tabClass, isSide && sideTabClass)}
    >
      {tab.label}
      <Count of={tab.count} />
    </button>
  )
}

/** A table at the top of a tab: the line of the tabs is its upper edge. Not where a banner or chips come before it. */
export const tableBelowTabsClass = 'grid min-w-0 grid-cols-1 gap-4 sm:first:-mt-3.25'

/** A tab, or a link to a screen in a line of tabs. */
export const tabClass =
  'flex min-h-10 shrink-0 items-center gap-1.5 border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-ink-soft -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink forced-colors:border-[Canvas] touch:min-h-11'

const sideTabClass =
  'lg:min-h-8 lg:rounded-md lg:border-0 lg:px-2.5 lg:hover:bg-hover lg:aria-selected:bg-press lg:aria-selected:font-semibold'

/** The tab that a key moves to, from the selected one; undefined for other keys. */
function indexAfter(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (index + 1) % count
    case 'ArrowLeft':
    case 'ArrowUp':
      return (index + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

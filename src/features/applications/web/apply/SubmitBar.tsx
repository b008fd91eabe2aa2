import { ChevronRight, CircleCheck, CircleDashed } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { Button } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import type { MemberRole } from '#shared/roles.ts'
import { type FileCounts, type FormValues, fieldErrors, fieldLabels } from './draft.ts'

interface MissingProps {
  type: MemberRole
  control: Control<FormValues>
  counts: FileCounts
  /** Files that have not arrived yet but will, and those that wait for the person. */
  onTheirWay: number
  stuck: number
  sending: boolean
  submitLabel: string
  /** Why the last attempt was not taken. */
  failure: string | undefined
  onJump: (name: string) => void
}

/** The foot of the sheet: what is still missing, each a way to its field, and the sending. */
export function SubmitBar({
  type,
  control,
  counts,
  onTheirWay,
  stuck,
  sending,
  submitLabel,
  failure,
  onJump,
}: MissingProps) {
  const typed = { ...useWatch({ control }) } as FormValues
  const wrong = fieldErrors(type, typed, counts)
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const missing = wrong.length === 1 ? '1 thing missing' : `${wrong.length} things missing`
  const shows = isOpen && wrong.length > 0
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !shows) return
    setOpen(false)
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape shuts the list, whatever in it has the focus
    <div
      data-sheet-foot
      onKeyDown={close}
      className="z-10 mt-auto border-t border-line bg-surface shadow-raised [@media(min-height:460px)]:sticky [@media(min-height:460px)]:bottom-0"
    >
      {shows && (
        <ul
          id={listId}
          aria-label="Still missing"
          className="grid max-h-[45dvh] grid-cols-2 overflow-y-auto border-b border-line px-2 py-2 sm:grid-cols-3 sm:px-5"
        >
          {wrong.map(({ name, message }) => (
            <li key={name}>
              <button
                type="button"
                onClick={() => {
                  setOpen(false)
                  onJump(name)
                }}
                className="min-h-11 w-full rounded-md px-3 py-1 text-left hover:bg-sunken"
              >
                <span className="block text-sm font-medium">{fieldLabels[name]}</span>
                {isFilled(name, typed, counts) && (
                  <span className="block text-xs text-danger-text">{message}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      {failure && (
        <p role="alert" className="px-5 pt-2 text-sm text-danger-text sm:px-8">
          {failure}
        </p>
      )}
      <div className="flex items-center justify-between gap-2 px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:px-6">
        {wrong.length > 0 ? (
          <Button
            ref={button}
            variant="ghost"
            aria-expanded={shows}
            aria-controls={shows ? listId : undefined}
            className="whitespace-nowrap max-sm:px-1 max-sm:text-sm!"
            onClick={() => setOpen(!shows)}
          >
            <ChevronRight
              aria-hidden="true"
              className={classNames('transition-transform', shows ? 'rotate-90' : '-rotate-90')}
            />
            {missing}
          </Button>
        ) : (
          <Complete onTheirWay={onTheirWay} stuck={stuck} sending={sending} />
        )}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          pending={sending}
          className="whitespace-nowrap max-sm:px-3 max-sm:text-sm!"
        >
          {sending ? 'Sending…' : submitLabel}
        </Button>
      </div>
    </div>
  )
}

/** What is there but wrong says why; what is not there at all needs no words. */
function isFilled(name: string, typed: FormValues, counts: FileCounts): boolean {
  const given: unknown = { ...counts, ...typed }[name as keyof FormValues]
  return Boolean(given) && String(given) !== ''
}

function Complete({
  onTheirWay,
  stuck,
  sending,
}: Pick<MissingProps, 'onTheirWay' | 'stuck' | 'sending'>) {
  const isThere = onTheirWay + stuck === 0
  const Icon = isThere ? CircleCheck : CircleDashed
  return (
    <p
      className={classNames(
        'flex items-center gap-2 px-2 text-sm',
        isThere ? 'text-success-text' : 'text-ink-soft',
      )}
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0" />
      {isThere && 'All is there'}
      {stuck > 0 && (stuck === 1 ? '1 file is not uploaded' : `${stuck} files are not uploaded`)}
      {stuck === 0 && onTheirWay > 0 && onTheirWayWords(onTheirWay, sending)}
    </p>
  )
}

function onTheirWayWords(count: number, sending: boolean): string {
  const words = count === 1 ? '1 file is on its way' : `${count} files are on their way`
  return sending ? `${words}, then it is sent` : words
}

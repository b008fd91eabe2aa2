import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { Button } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import type { MemberRole } from '#shared/roles.ts'
import { countOf } from '#shared/sentences.ts'
import { type FileCounts, type FormValues, fieldErrors, fieldLabels } from './fields.ts'

interface SubmitBarProps {
  type: MemberRole
  control: Control<FormValues>
  counts: FileCounts
  /** Uploads in progress, and failed uploads that the applicant must retry or remove. */
  uploadingCount: number
  failedCount: number
  isSending: boolean
  submitLabel: string
  /** Why the last attempt to submit failed. */
  failure: string | undefined
  onSelect: (name: string) => void
}

/** The footer of the form: the fields that still have errors, as links, and the submit button. */
export function SubmitBar({
  type,
  control,
  counts,
  uploadingCount,
  failedCount,
  isSending,
  submitLabel,
  failure,
  onSelect,
}: SubmitBarProps) {
  const values = { ...useWatch({ control }) } as FormValues
  const errors = fieldErrors(type, values, counts)
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const missing = countOf(errors.length, 'field to complete', 'fields to complete')
  const isListOpen = isOpen && errors.length > 0
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isListOpen) return
    setOpen(false)
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list from any element inside
    <div
      data-sheet-foot
      onKeyDown={close}
      className="z-10 mt-auto border-t border-line bg-raised sm:rounded-b-lg [@media(min-height:460px)]:sticky [@media(min-height:460px)]:bottom-0"
    >
      {isListOpen && (
        <FieldsToComplete
          id={listId}
          errors={errors}
          hasValue={(name) => isFilled(name, values, counts)}
          onSelect={(name) => {
            setOpen(false)
            onSelect(name)
          }}
        />
      )}
      {failure && (
        <p role="alert" className="px-(--gutter) pt-2 text-sm text-danger-text">
          {failure}
        </p>
      )}
      <div className="flex items-center justify-between gap-2 px-(--gutter) pt-2 max-[17rem]:flex-wrap pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        {errors.length > 0 ? (
          <Button
            ref={button}
            variant="ghost"
            aria-expanded={isListOpen}
            aria-controls={isListOpen ? listId : undefined}
            className="-ml-3 min-w-0 max-sm:-ml-1 max-sm:px-1 max-sm:text-sm!"
            onClick={() => setOpen(!isListOpen)}
          >
            <ChevronRight
              aria-hidden="true"
              className={classNames(
                'transition-transform',
                isListOpen ? 'rotate-90' : '-rotate-90',
              )}
            />
            {missing}
          </Button>
        ) : (
          <UploadStatus
            uploadingCount={uploadingCount}
            failedCount={failedCount}
            isSending={isSending}
          />
        )}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          pending={isSending}
          className="whitespace-nowrap max-sm:px-3 max-sm:text-sm!"
        >
          {isSending ? 'Submitting…' : submitLabel}
        </Button>
      </div>
    </div>
  )
}

interface FieldsToCompleteProps {
  id: string
  errors: ReturnType<typeof fieldErrors>
  hasValue: (name: string) => boolean
  onSelect: SubmitBarProps['onSelect']
}

/** The fields that are empty or wrong; a click goes to the field. */
function FieldsToComplete({ id, errors, hasValue, onSelect }: FieldsToCompleteProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-heading`}
      className="max-h-[45dvh] overflow-y-auto border-b border-line px-(--gutter) py-2.5"
    >
      <h2 id={`${id}-heading`} className="text-base">
        Fields to complete
      </h2>
      <ul aria-labelledby={`${id}-heading`} className="-mx-3 grid grid-pairs sm:grid-cols-3">
        {errors.map(({ name, message }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onSelect(name)}
              className="min-h-11 w-full rounded-md px-3 py-1 text-left text-accent-text hover:bg-sunken"
            >
              <span className="block text-sm font-medium">{fieldLabels[name]}</span>
              {hasValue(name) && <span className="block text-xs text-danger-text">{message}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** True when a field has a value, so that its message is shown. A missing value needs no message. */
function isFilled(name: string, values: FormValues, counts: FileCounts): boolean {
  const value: unknown = { ...counts, ...values }[name as keyof FormValues]
  return Boolean(value) && String(value) !== ''
}

function UploadStatus({
  uploadingCount,
  failedCount,
  isSending,
}: Pick<SubmitBarProps, 'uploadingCount' | 'failedCount' | 'isSending'>) {
  const isComplete = uploadingCount + failedCount === 0
  const Icon = isComplete ? CircleCheck : CircleDashed
  return (
    <p
      className={classNames(
        'flex items-center gap-2 text-sm max-sm:px-1',
        isComplete ? 'text-success-text' : 'text-ink-soft',
      )}
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0" />
      <span>
        {failedCount > 0
          ? countOf(failedCount, 'file not uploaded', 'files not uploaded')
          : isComplete
            ? 'Ready to submit'
            : uploadingLabel(uploadingCount, isSending)}
      </span>
    </p>
  )
}

function uploadingLabel(count: number, isSending: boolean): string {
  const files = countOf(count, 'file', 'files')
  return isSending ? `Uploading ${files}, then submitting…` : `Uploading ${files}…`
}

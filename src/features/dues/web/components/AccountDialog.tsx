import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { FormButtons } from '#platform/web/dialog/FormButtons.tsx'
import { DraftBanner } from '#platform/web/form/DraftBanner.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { withFullStop } from '#shared/sentences.ts'
import type { AccountForm } from '../account-form.ts'
import { memberAccount } from '../calls.ts'

/**
 * A dialog with one form that changes the account of a member. It saves with the version of the member that is shown,
 * so that a change that someone else makes meanwhile refuses this one. What is wrong stays in the dialog: at its field,
 * or above the fields.
 */
export function AccountDialog({
  memberId,
  title,
  description,
  label,
  form,
  onSave,
  onClose,
  children,
}: {
  memberId: string
  title: string
  description: string
  /** Of the button that saves. */
  label: string
  form: AccountForm
  /** `onSaved` closes the dialog. */
  onSave: (version: string | undefined, onSaved: () => void) => void
  onClose: () => void
  children: ReactNode
}) {
  const id = useId()
  const version = useQuery(memberAccount(memberId)).data?.updated_at
  const element = useRef<HTMLFormElement>(null)
  const discard = () => {
    form.startOver()
    onClose()
  }
  useEffect(() => {
    if (form.faults !== 0)
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form.faults])
  return (
    <Dialog
      open
      onClose={form.isPending ? () => {} : onClose}
      title={title}
      description={description}
      dirty={form.isDirty || form.isPending}
      footer={
        <FormButtons
          form={id}
          label={label}
          disabled={version === undefined}
          pending={form.isPending}
          onCancel={discard}
        />
      }
    >
      <form
        ref={element}
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (version !== undefined) form.submit(() => onSave(version, discard))
        }}
      >
        {form.refusal !== undefined && <RefusalBanner refusal={form.refusal} />}
        {form.hasDraft && <DraftBanner disabled={form.isPending} onDiscard={form.startOver} />}
        {children}
      </form>
    </Dialog>
  )
}

function RefusalBanner({ refusal }: { refusal: Error | string }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In braces: newer browsers return a promise, which an effect must not return.
    if (refusal) container.current?.scrollIntoView({ block: 'nearest' })
  }, [refusal])
  return (
    <div ref={container}>
      <Banner tone="danger">
        <p>{sentenceOf(refusal)}</p>
      </Banner>
    </div>
  )
}

function sentenceOf(refusal: Error | string): string {
  if (typeof refusal === 'string') return withFullStop(refusal)
  const sentence = withFullStop(errorMessage(refusal, '') || 'This could not be saved')
  return refusal instanceof ApiError && refusal.code === 'edit-conflict'
    ? `${sentence} The account has been loaded again, and what you typed is kept. Please check it, then save once more.`
    : sentence
}

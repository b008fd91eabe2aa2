import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { FormDialog } from '#platform/web/dialog/FormDialog.tsx'
import { DraftBanner } from '#platform/web/form/DraftBanner.tsx'
import { BannerInView } from '#platform/web/ui/BannerInView.tsx'
import type { ButtonVariant } from '#platform/web/ui/Button.tsx'
import { withFullStop } from '#shared/sentences.ts'
import type { AccountForm } from '../../account-form.ts'
import { memberAccount } from '../../calls.ts'

/**
 * A dialog with one form that changes the account of a member. It sends the version of the member that is shown, so
 * that saving is refused after a concurrent change. Errors are shown in the dialog, at their field or above the fields.
 */
export function AccountDialog({
  memberId,
  title,
  description,
  label,
  variant,
  form,
  onSave,
  onClose,
  children,
}: {
  memberId: string
  title: string
  description: string
  /** The label of the button that saves. */
  label: string
  variant?: ButtonVariant | undefined
  form: AccountForm
  /** `onSaved` closes the dialog. */
  onSave: (version: string | undefined, onSaved: () => void) => void
  onClose: () => void
  children: ReactNode
}) {
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
    <FormDialog
      title={title}
      description={description}
      label={label}
      variant={variant}
      isReady={version !== undefined}
      isDirty={form.isDirty}
      isPending={form.isPending}
      formRef={element}
      onSubmit={() => form.submit(() => onSave(version, discard))}
      onCancel={discard}
      onClose={onClose}
    >
      {form.refusal !== undefined && (
        <BannerInView tone="danger" cause={form.refusal}>
          <p>{sentenceOf(form.refusal)}</p>
        </BannerInView>
      )}
      {form.hasDraft && <DraftBanner disabled={form.isPending} onDiscard={form.startOver} />}
      {children}
    </FormDialog>
  )
}

function sentenceOf(refusal: Error | string): string {
  if (typeof refusal === 'string') return withFullStop(refusal)
  const sentence = withFullStop(errorMessage(refusal, '') || 'This could not be saved')
  return refusal instanceof ApiError && refusal.code === 'edit-conflict'
    ? `${sentence} The account has been loaded again, and what you typed is kept. Please check it, then save once more.`
    : sentence
}

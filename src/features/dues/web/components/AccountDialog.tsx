import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { FormButtons } from '#platform/web/dialog/FormButtons.tsx'
import { memberAccount } from '../calls.ts'

/**
 * A dialog with one form that changes the account of a member. It saves with the version of the member at opening, so
 * that a change that someone else makes meanwhile refuses this one.
 */
export function AccountDialog({
  memberId,
  title,
  description,
  label,
  isReady,
  isDirty,
  isPending,
  onSave,
  onClose,
  children,
}: {
  memberId: string
  title: string
  description: string
  /** Of the button that saves. */
  label: string
  isReady: boolean
  isDirty: boolean
  isPending: boolean
  onSave: (version: string | undefined) => void
  onClose: () => void
  children: ReactNode
}) {
  const id = useId()
  const version = useQuery(memberAccount(memberId)).data?.updated_at
  return (
    <Dialog
      open
      onClose={isPending ? () => {} : onClose}
      title={title}
      description={description}
      dirty={isDirty || isPending}
      footer={
        <FormButtons
          form={id}
          label={label}
          disabled={!isReady || version === undefined}
          pending={isPending}
          onCancel={onClose}
        />
      }
    >
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) onSave(version)
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}

import { type ReactNode, type Ref, useId } from 'react'
import type { ButtonVariant } from '../ui/Button.tsx'
import { Dialog } from './Dialog.tsx'
import { FormButtons } from './FormButtons.tsx'

/** A dialog with one form, and the buttons that cancel and save it. It stays open while it saves. */
export function FormDialog({
  title,
  description,
  size,
  label,
  variant,
  isReady,
  isDirty,
  isPending,
  formRef,
  onSubmit,
  onCancel,
  onClose,
  children,
}: {
  title: string
  description?: ReactNode
  size?: 'sm' | 'md' | undefined
  /** The label of the button that saves. */
  label: string
  /** 'destructive' for one that destroys something. */
  variant?: ButtonVariant | undefined
  /** False while there is nothing to save: the button is disabled, and Enter does nothing. */
  isReady: boolean
  isDirty: boolean
  isPending: boolean
  formRef?: Ref<HTMLFormElement>
  onSubmit: () => void
  /** Called by the Cancel button; by default `onClose`. */
  onCancel?: () => void
  onClose: () => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <Dialog
      open
      onClose={isPending ? () => {} : onClose}
      title={title}
      description={description}
      size={size}
      dirty={isDirty || isPending}
      footer={
        <FormButtons
          form={id}
          label={label}
          variant={variant}
          disabled={!isReady}
          pending={isPending}
          onCancel={onCancel ?? onClose}
        />
      }
    >
      <form
        ref={formRef}
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) onSubmit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}

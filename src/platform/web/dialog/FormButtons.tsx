import { Button, type ButtonVariant } from '../ui/Button.tsx'

interface FormButtonsProps {
  /** The id of the form that the second button submits. */
  form: string
  /** What the second button does. */
  label: string
  variant?: ButtonVariant | undefined
  disabled: boolean
  pending: boolean
  onCancel: () => void
}

/** The footer of a dialog with a form: Cancel, and the button that saves it. */
export const FormButtons = ({
  form,
  label,
  variant = 'primary',
  disabled,
  pending,
  onCancel,
}: FormButtonsProps) => (
  <>
    <Button variant="quiet" disabled={pending} onClick={onCancel}>
      Cancel
    </Button>
    <Button type="submit" form={form} variant={variant} disabled={disabled} pending={pending}>
      {label}
    </Button>
  </>
)

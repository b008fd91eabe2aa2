import { Button } from '../ui/Button.tsx'

interface FormButtonsProps {
  /** The id of the form that the second button submits. */
  form: string
  /** What the second button does. */
  label: string
  disabled: boolean
  pending: boolean
  onCancel: () => void
}

/** The footer of a dialog with a form: Cancel, and the button that saves it. */
export const FormButtons = ({ form, label, disabled, pending, onCancel }: FormButtonsProps) => (
  <>
    <Button variant="quiet" disabled={pending} onClick={onCancel}>
      Cancel
    </Button>
    <Button type="submit" form={form} variant="primary" disabled={disabled} pending={pending}>
      {label}
    </Button>
  </>
)

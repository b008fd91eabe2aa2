import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'

/** Whether the receipt is emailed; `email` is '' for a member without an address. */
export const EmailReceiptField = ({
  email,
  checked,
  onChange,
}: {
  email: string
  checked: boolean
  onChange: (checked: boolean) => void
}) => (
  <CheckboxField
    label="Email the receipt"
    hint={email || 'This member has no email address.'}
    disabled={email === ''}
    checked={checked}
    onChange={({ target }) => onChange(target.checked)}
  />
)

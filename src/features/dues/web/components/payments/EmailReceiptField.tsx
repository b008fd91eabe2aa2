import { portal } from '#platform/web/api/portal-info.ts'
import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'

const hintOf = (email: string): string => {
  if (email === '') return 'This member has no email address.'
  return portal.writes_mails_to_files ? 'Written to a file: no mail server is set.' : email
}

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
    hint={hintOf(email)}
    disabled={email === ''}
    checked={checked}
    onChange={({ target }) => onChange(target.checked)}
  />
)

import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { portal } from '#platform/web/api/portal-info.ts'
import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'

const hintOf = (email: string): ReactNode => {
  if (email === '') return 'This member has no email address.'
  if (!portal.writes_mails_to_files) return email
  return (
    <>
      Written to a file: no mail server is set.{' '}
      <Link href="/admin/system" className="text-accent-text underline">
        Open System
      </Link>
    </>
  )
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

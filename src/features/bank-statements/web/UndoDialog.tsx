import { useState } from 'react'
import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import type { BankLine } from '../answers.ts'
import type { LineChangeForm } from '../contract.ts'
import { undoText } from './undo-text.ts'

interface UndoDialogProps {
  line: BankLine
  isSaving: boolean
  onConfirm: (change: LineChangeForm) => void
  onClose: () => void
}

/**
 * Confirms that the payments of a line are reversed, and asks whether to email the members: by default yes, if the
 * receipt of one of them was emailed.
 */
export function UndoDialog({ line, isSaving, onConfirm, onClose }: UndoDialogProps) {
  const isSplit = line.payments.length > 1
  const wasEmailed = line.payments.some(({ is_emailed, is_reversed }) => is_emailed && !is_reversed)
  const [emailsMember, setEmailsMember] = useState(wasEmailed)
  return (
    <ConfirmDialog
      open
      title={isSplit ? 'Undo these payments?' : 'Undo this payment?'}
      confirmLabel="Undo"
      destructive
      pending={isSaving}
      onConfirm={() => onConfirm({ state: 'open', ...(emailsMember && { email_member: true }) })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{undoText(line)}</p>
      <CheckboxField
        label={isSplit ? 'Email the members' : 'Email the member'}
        hint={`Says that the payment is reversed and its receipt is void.${wasEmailed ? ' Ticked because the receipt was emailed.' : ''}`}
        checked={emailsMember}
        onChange={({ target }) => setEmailsMember(target.checked)}
      />
    </ConfirmDialog>
  )
}

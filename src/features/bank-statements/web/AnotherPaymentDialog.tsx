import { useState } from 'react'
import { isReason, recordAnotherLabel } from '#features/ledger/web/calls.ts'
import { AnotherPaymentField } from '#features/ledger/web/components/AnotherPaymentField.tsx'
import type { ApiError } from '#platform/web/api/call.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { longDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { BankLine } from '../answers.ts'

interface AnotherPaymentDialogProps {
  line: BankLine
  /** Says whose payment has the reference. */
  error: ApiError
  isSaving: boolean
  onRecord: (reason: string) => void
  onClose: () => void
}

/** Asks why a line whose reference another member's payment has is another payment. */
export function AnotherPaymentDialog({
  line,
  error,
  isSaving,
  onRecord,
  onClose,
}: AnotherPaymentDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${recordAnotherLabel}?`}
      description={`${formatRupees(line.amount_paise)} on ${longDate(line.date)}`}
      dirty={reason !== ''}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={!isReason(reason)}
            pending={isSaving}
            onClick={() => onRecord(reason.trim())}
          >
            {recordAnotherLabel}
          </Button>
        </>
      }
    >
      <AnotherPaymentField error={error} reason={reason} onChange={setReason} />
    </Dialog>
  )
}

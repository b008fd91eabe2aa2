import { useState } from 'react'
import type { LedgerEntry } from '#features/ledger/answers.ts'
import { TextField } from '#platform/web/form/TextField.tsx'
import { formatRupees } from '#shared/rupees.ts'
import { useAddCertificate } from '../hand-calls.ts'
import { AccountDialog } from './AccountDialog.tsx'

/** The number of a certificate that came after the tax was recorded. */
export function CertificateDialog({
  member,
  entry,
  onClose,
}: {
  member: { id: string; name: string; company_name: string }
  entry: LedgerEntry
  onClose: () => void
}) {
  const [number, setNumber] = useState(entry.reference)
  const save = useAddCertificate(member.id, entry.id)
  return (
    <AccountDialog
      memberId={member.id}
      title="Certificate of deducted tax"
      description={`${member.company_name || member.name}, ${formatRupees(entry.amount_paise)}`}
      label="Save certificate"
      isReady={number.trim() !== '' && number !== entry.reference}
      isDirty={number !== entry.reference}
      isPending={save.isPending}
      onSave={(updated_at) =>
        save.mutate({ certificate_number: number, updated_at }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <TextField
        data-first-focus
        label="Certificate number"
        autoComplete="off"
        value={number}
        onChange={({ target }) => setNumber(target.value)}
        hint="Of Form 16A"
      />
    </AccountDialog>
  )
}

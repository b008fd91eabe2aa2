import type { LedgerEntry } from '#features/ledger/answers.ts'
import { TextField } from '#platform/web/form/TextField.tsx'
import { formatRupees } from '#shared/rupees.ts'
import { taxCertificate } from '../../../contract.ts'
import { problemsOf, useAccountForm } from '../../account-form.ts'
import { useAddCertificate } from '../../manual-entry-calls.ts'
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
  const save = useAddCertificate(member.id, entry.id)
  const form = useAccountForm({
    name: `certificate-${entry.id}`,
    initial: { certificate_number: entry.reference },
    problems: (values) => problemsOf(taxCertificate, values),
    saves: [save],
  })
  return (
    <AccountDialog
      memberId={member.id}
      title="Certificate of deducted tax"
      description={`${member.company_name || member.name}, ${formatRupees(entry.amount_paise)}`}
      label="Save certificate"
      form={form}
      onSave={(updated_at, onSuccess) => save.mutate({ ...form.values, updated_at }, { onSuccess })}
      onClose={onClose}
    >
      <TextField
        data-first-focus
        label="Certificate number"
        autoComplete="off"
        {...form.field('certificate_number')}
        hint="Of Form 16A"
      />
    </AccountDialog>
  )
}

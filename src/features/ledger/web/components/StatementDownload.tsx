import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { SelectField } from '#platform/web/form/SelectField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { financialStartYear, financialYearFrom } from '#shared/financial-year.ts'
import { useOwnStatement, useStatement } from '../receipt-calls.ts'

interface StatementProps {
  /** The moments (ISO) of the payments: years begin with that of the first. */
  moments: readonly string[]
}

/** The statement of account of a member, for administrators. */
export function StatementDownload({ memberId, moments }: StatementProps & { memberId: string }) {
  const download = useStatement(memberId)
  return (
    <StatementForm
      moments={moments}
      pending={download.isPending}
      onDownload={(year) => download.mutate(year)}
    />
  )
}

/** The statement of account of the signed-in member. */
export function OwnStatementDownload({ moments }: StatementProps) {
  const download = useOwnStatement()
  return (
    <StatementForm
      moments={moments}
      pending={download.isPending}
      onDownload={(year) => download.mutate(year)}
    />
  )
}

function StatementForm({
  moments,
  pending,
  onDownload,
}: StatementProps & { pending: boolean; onDownload: (year: string) => void }) {
  const [year, setYear] = useState('')
  const current = financialStartYear(new Date())
  const first = Math.min(current, ...moments.map((at) => financialStartYear(new Date(at))))
  const years = Array.from(
    { length: current - first + 1 },
    (_, ago) => financialYearFrom(current - ago).name,
  )
  return (
    <div className="flex flex-wrap items-end gap-3 print:hidden">
      <SelectField
        label="Statement of account"
        className="max-w-48 min-w-42 flex-1"
        options={[
          { value: '', label: 'All years' },
          ...years.map((name) => ({ value: name, label: name })),
        ]}
        value={year}
        onChange={({ target }) => setYear(target.value)}
      />
      <Button
        size="field"
        icon={<Download aria-hidden="true" />}
        pending={pending}
        aria-label="Download PDF of the statement of account"
        // As high as the select beside it.
        className="min-h-9"
        onClick={() => onDownload(year)}
      >
        <span>
          <span className="max-sm:hidden">Download </span>PDF
        </span>
      </Button>
    </div>
  )
}

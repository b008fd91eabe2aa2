import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { postExport } from '#features/members/endpoints.ts'
import { sendRaw } from '#platform/web/api/client.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { DateField } from '#platform/web/form/DateField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { exportFailure, useDownload } from '#platform/web/uploads/download.ts'
import { futureDayMessage, isoDay } from '#shared/dates.ts'
import { countOf } from '#shared/sentences.ts'

/** For an earlier day: columns that have a different meaning from today's. */
const columnsOfDay = ['type', 'mobile', 'email', 'debt'] as const
const columnsOfToday = [
  ...columnsOfDay,
  'dues',
  'paid',
  'payment_date',
  'membership_valid_to',
] as const

const formats = { xlsx: 'Excel', csv: 'CSV' } as const

/** The list of debtors: what the selected members owe today, or owed by the books at the end of an earlier day. */
export function ExportDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const [asOf, setAsOf] = useState('')
  const download = useDownload(
    (format: keyof typeof formats) =>
      sendRaw(postExport, {
        body: {
          selection: { ids: [...ids] },
          columns: [...(asOf ? columnsOfDay : columnsOfToday)],
          format,
          ...(asOf && { as_of: asOf }),
        },
      }),
    {
      fallbackName: 'renewals.xlsx',
      success: 'Data exported successfully',
      failure: exportFailure,
    },
  )
  const today = isoDay(new Date())
  const error = asOf > today ? futureDayMessage : undefined
  return (
    <Dialog
      open
      size="sm"
      closesOnBack
      onClose={onClose}
      title="Export selected"
      description={countOf(ids.length, 'member', 'members')}
      footer={Object.entries(formats).map(([format, name]) => (
        <Button
          key={format}
          icon={<Download aria-hidden="true" />}
          disabled={error !== undefined}
          pending={download.isPending && download.variables === format}
          onClick={() => download.mutate(format as keyof typeof formats)}
        >
          Download {name}
        </Button>
      ))}
    >
      <DateField
        label="As of"
        value={asOf}
        max={today}
        onChange={({ target }) => setAsOf(target.value)}
        error={error}
        hint="Empty: what they owe today, with dues that are not raised yet. An earlier day: their balances in the books at its end."
      />
    </Dialog>
  )
}

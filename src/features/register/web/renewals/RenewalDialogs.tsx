import { lazyPart } from '#platform/web/ui/loading/lazy-part.tsx'
import type { Renewal } from '../../renewals/answers.ts'
import { nameOf } from './renewal-actions.ts'

const RecordPaymentDialog = lazyPart(
  async () =>
    (await import('#features/dues/web/components/payments/RecordPaymentDialog.tsx'))
      .RecordPaymentDialog,
)
const WaiveDialog = lazyPart(
  async () => (await import('#features/dues/web/components/account/WaiveDialog.tsx')).WaiveDialog,
)
const RaiseDuesDialog = lazyPart(
  async () =>
    (await import('#features/dues/web/components/runs/RaiseDuesDialog.tsx')).RaiseDuesDialog,
)
const RunsDialog = lazyPart(
  async () => (await import('#features/dues/web/components/runs/RunsDialog.tsx')).RunsDialog,
)
export const BulkPaymentsDialog = lazyPart(
  async () =>
    (await import('#features/ledger/web/components/BulkPaymentsDialog.tsx')).BulkPaymentsDialog,
)
const NoticeDialog = lazyPart(
  async () => (await import('#features/dues/web/components/notices/NoticeDialog.tsx')).NoticeDialog,
)
const NoticeLogDialog = lazyPart(
  async () =>
    (await import('#features/dues/web/components/notices/NoticeLogDialog.tsx')).NoticeLogDialog,
)
const ExportDialog = lazyPart(async () => (await import('./ExportDialog.tsx')).ExportDialog)
const WhatsappDialog = lazyPart(async () => (await import('./WhatsappDialog.tsx')).WhatsappDialog)

/** The dialog that is open; without `ids` for all members. */
export type OpenDialog =
  | { dialog: 'record payment' | 'waive'; renewal: Renewal }
  | { dialog: 'raise' | 'whatsapp'; ids?: readonly string[] }
  | { dialog: 'notices' | 'export'; ids: readonly string[] }
  | { dialog: 'runs' | 'log' }

export function RenewalDialogs({
  open,
  onClose,
  onDone,
  onSelect,
}: {
  open: OpenDialog | undefined
  onClose: () => void
  /** Called when an action on the selected members is done. */
  onDone: () => void
  /** Selects these of the selected members. */
  onSelect: (ids: readonly string[]) => void
}) {
  switch (open?.dialog) {
    case undefined:
      return null
    case 'record payment':
      return <RecordPaymentDialog member={owing(open.renewal)} onClose={onClose} />
    case 'waive':
      return <WaiveDialog member={owing(open.renewal)} onClose={onClose} />
    case 'raise':
      return (
        <RaiseDuesDialog
          ids={open.ids}
          onClose={(isRaised) => {
            onClose()
            if (isRaised) onDone()
          }}
        />
      )
    case 'notices':
      return (
        <NoticeDialog
          ids={open.ids}
          onClose={(isSent) => {
            onClose()
            if (isSent) onDone()
          }}
          onSelect={(ids) => {
            onClose()
            onSelect(ids)
          }}
        />
      )
    case 'log':
      return <NoticeLogDialog onClose={onClose} />
    case 'runs':
      return <RunsDialog onClose={onClose} />
    case 'export':
      return <ExportDialog ids={open.ids} onClose={onClose} />
    case 'whatsapp':
      return <WhatsappDialog ids={open.ids} onClose={onClose} />
  }
}

const owing = (renewal: Renewal) => ({
  id: renewal.id,
  label: [nameOf(renewal), renewal.membership_number].filter(Boolean).join(', '),
  email: renewal.email,
  // Dues that are raised ahead can be paid and waived.
  payable_paise: renewal.dues.owed_paise + renewal.ahead_paise,
  open_paise: renewal.owed_paise + renewal.ahead_paise,
})

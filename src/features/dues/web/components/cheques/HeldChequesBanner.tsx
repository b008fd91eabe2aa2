import { useQuery } from '@tanstack/react-query'
import { heldCheques } from '#features/ledger/web/held-cheque-calls.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { useDialogParam } from '#platform/web/state/url-state.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { lazyPart } from '#platform/web/ui/loading/lazy-part.tsx'
import { formatRupees } from '#shared/rupees.ts'
import { countOf, plural } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import { WaitingBanner } from '../WaitingBanner.tsx'

const ChequeList = lazyPart(async () => (await import('./HeldCheques.tsx')).ChequeList)

/** Says how many cheques of all members are not cleared, and opens them; nothing while there are none. */
export function HeldChequesBanner() {
  const cheques = useQuery(heldCheques)
  const dialog = useDialogParam('cheques')
  const rows = cheques.data ?? []
  const paise = sum(rows, ({ amount_paise }) => amount_paise)
  return (
    <>
      {rows.length > 0 && (
        <WaitingBanner
          title={countOf(rows.length, 'cheque is not cleared', 'cheques are not cleared')}
          number={{
            label: plural(rows.length, 'Cheque', 'Cheques'),
            count: rows.length,
            note: 'not cleared',
          }}
          action="Show cheques"
          onAction={() => dialog.open('open')}
        >
          {plural(
            rows.length,
            `${formatRupees(paise)} counts once it is cleared.`,
            `${formatRupees(paise)} in all counts once they are cleared.`,
          )}
        </WaitingBanner>
      )}
      {dialog.id !== null && (
        <Dialog
          open
          onClose={dialog.close}
          title="Cheques not cleared"
          description={rows.length > 0 && `${formatRupees(paise)} in all`}
          footer={<Button onClick={dialog.close}>Done</Button>}
        >
          {rows.length > 0 ? (
            <ChequeList cheques={rows} showsMembers />
          ) : (
            <p className="text-sm text-ink-soft">No cheque waits to be cleared.</p>
          )}
        </Dialog>
      )}
    </>
  )
}

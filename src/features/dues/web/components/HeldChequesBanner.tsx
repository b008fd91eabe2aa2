import { useQuery } from '@tanstack/react-query'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { useDialogParam } from '#platform/web/state/url-state.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { formatRupees } from '#shared/rupees.ts'
import { countOf, plural } from '#shared/sentences.ts'
import { heldCheques } from '../cheque-calls.ts'
import { ChequeList } from './HeldCheques.tsx'

/** Says how many cheques of all members are not cleared, and opens them; nothing while there are none. */
export function HeldChequesBanner() {
  const cheques = useQuery(heldCheques)
  const dialog = useDialogParam('cheques')
  const rows = cheques.data ?? []
  const paise = rows.reduce((sum, { amount_paise }) => sum + amount_paise, 0)
  return (
    <>
      {rows.length > 0 && (
        <Banner
          tone="accent"
          title={countOf(rows.length, 'cheque is not cleared', 'cheques are not cleared')}
          action={
            <Button size="sm" onClick={() => dialog.open('open')}>
              Show cheques
            </Button>
          }
        >
          {plural(
            rows.length,
            `${formatRupees(paise)}. It counts once you mark it as cleared.`,
            `${formatRupees(paise)} in all. They count once you mark them as cleared.`,
          )}
        </Banner>
      )}
      {dialog.id !== null && (
        <Dialog open onClose={dialog.close} title="Cheques not cleared">
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

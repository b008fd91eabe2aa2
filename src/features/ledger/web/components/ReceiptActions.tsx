import Download from 'lucide-react/icons/download'
import Mail from 'lucide-react/icons/mail'
import { Button } from '#platform/web/ui/Button.tsx'
import { useReceiptDownload, useSendReceipt } from '../receipt-calls.ts'

/** Downloads and mails the receipt of a payment, for administrators. A void receipt cannot be mailed. */
export function ReceiptActions({
  id,
  number,
  canEmail,
}: {
  id: string
  number: string
  canEmail: boolean
}) {
  const download = useReceiptDownload()
  const send = useSendReceipt()
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={<Download aria-hidden="true" />}
        aria-label={`PDF of receipt ${number}`}
        pending={download.isPending}
        onClick={() => download.mutate(id)}
      >
        PDF
      </Button>
      {canEmail && (
        <Button
          variant="ghost"
          size="sm"
          icon={<Mail aria-hidden="true" />}
          aria-label={`Email receipt ${number}`}
          pending={send.isPending}
          onClick={() => send.mutate({ id })}
        >
          Email
        </Button>
      )}
    </>
  )
}

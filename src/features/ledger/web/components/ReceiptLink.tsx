import Download from 'lucide-react/icons/download'
import { Button } from '#platform/web/ui/Button.tsx'
import { useReceiptDownload } from '../receipt-calls.ts'

/** The number of a receipt, which downloads its PDF; on paper the number alone. For administrators. */
export function ReceiptLink({ id, number }: { id: string; number: string }) {
  const download = useReceiptDownload()
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-my-1 -ml-2 touch:-my-3 touch:-ml-3"
        icon={<Download aria-hidden="true" />}
        aria-label={`PDF of receipt ${number}`}
        pending={download.isPending}
        onClick={() => download.mutate(id)}
      >
        {number}
      </Button>
      <span className="hidden print:inline">{number}</span>
    </>
  )
}

import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { useEffect, useRef } from 'react'
import { portal } from '#platform/web/api/portal-info.ts'
import { copyText } from '#platform/web/copy-text.ts'
import { usePrint } from '#platform/web/print/use-print.tsx'
import { toast } from '#platform/web/toast/toast.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { saveFile } from '#platform/web/uploads/download.ts'

/** New recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { print, sheet } = usePrint()
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const title = `Recovery codes for ${portal.product_name}`
  async function copy() {
    const isCopied = await copyText(codes.join('\n'))
    toast({ title: isCopied ? 'Recovery codes copied' : 'Select the codes to copy them' })
  }
  return (
    <div className="grid gap-4">
      <p ref={heading} tabIndex={-1} className="text-sm text-ink-soft outline-none">
        Save these codes now. They are shown only once. Each one signs you in once when you don't
        have your phone. Keep them where you keep other important papers.
      </p>
      <ul className="grid grid-pairs gap-x-4 gap-y-1.5 rounded-md border border-line bg-sunken px-4 py-3 select-all">
        {codes.map((code) => (
          <li key={code}>
            <code className="text-base tracking-wide">{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          size="sm"
          icon={<Download aria-hidden="true" />}
          onClick={() =>
            saveFile('recovery-codes.txt', `${title}\n\n${codes.join('\n')}\n`, 'text/plain')
          }
        >
          Download
        </Button>
        <Button
          size="sm"
          icon={<Printer aria-hidden="true" />}
          onClick={() => print({ title, content: <PrintedCodes codes={codes} /> })}
        >
          Print
        </Button>
      </div>
      <Button variant="primary" size="lg" onClick={onDone}>
        I have saved the codes
      </Button>
      {sheet}
    </div>
  )
}

const PrintedCodes = ({ codes }: { codes: readonly string[] }) => (
  <ul>
    {codes.map((code) => (
      <li key={code}>
        <code>{code}</code>
      </li>
    ))}
  </ul>
)

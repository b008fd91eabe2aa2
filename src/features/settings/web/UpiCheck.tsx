import Download from 'lucide-react/icons/download'
import QrIcon from 'lucide-react/icons/qr-code'
import { useState } from 'react'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { QrCode } from '#platform/web/ui/QrCode.tsx'
import { merchantCodePattern, upiQr, vpaPattern } from '#shared/dues/upi.ts'
import { testLink } from '#shared/dues/upi-test.ts'
import { vpaWarning } from '#shared/dues/vpa.ts'
import { useUpiTest } from './calls.ts'

/** Warns of a UPI ID that looks personal, and shows a QR code of one rupee to try it. */
export function UpiCheck({
  upiId,
  payeeName,
  merchantCode,
}: {
  upiId: string
  payeeName: string
  merchantCode: string
}) {
  const [isShown, setShown] = useState(false)
  const download = useUpiTest()
  const vpa = upiId.trim()
  const code = merchantCodePattern.test(merchantCode.trim()) ? merchantCode.trim() : ''
  if (!vpaPattern.test(vpa)) return null
  const warning = vpaWarning(vpa)
  return (
    // Beside the field of the merchant code, on its line.
    <div className="grid content-start justify-items-start gap-3 sm:pt-6.5">
      {warning && <Banner tone="warning">{warning}</Banner>}
      <Button
        icon={<QrIcon aria-hidden="true" />}
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide test QR code' : 'Show test QR code for ₹1'}
      </Button>
      {isShown && (
        <figure className="grid gap-2">
          <QrCode text={upiQr(testLink(vpa, payeeName, code))} label="QR code to pay ₹1 by UPI" />
          <figcaption className="max-w-md text-sm text-ink-soft">
            Scan it with a UPI app of another person and pay ₹1. The payment should reach the
            association's account, with the reference TEST1.
          </figcaption>
          <div>
            <Button
              size="sm"
              icon={<Download aria-hidden="true" />}
              pending={download.isPending}
              onClick={() =>
                download.mutate({ upi_id: vpa, payee_name: payeeName, merchant_code: code })
              }
            >
              Download as PDF
            </Button>
          </div>
        </figure>
      )}
    </div>
  )
}

import Copy from 'lucide-react/icons/copy'
import Smartphone from 'lucide-react/icons/smartphone'
import { copyText } from '#platform/web/copy-text.ts'
import { toast } from '#platform/web/toast/toast.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { QrCode } from '#platform/web/ui/QrCode.tsx'
import { upiQr } from '#shared/dues/upi.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { Notice } from '../../notices/answers.ts'

/** QR code and link of UPI, and the bank account, each value with a button that copies it. */
export function PaymentDetails({
  notice,
  isReported,
}: {
  notice: Notice
  /** True once a payment was reported: then paying is no longer the next step. */
  isReported: boolean
}) {
  const { upi, bank, reference, owed_paise } = notice
  if (!upi && !bank)
    return (
      <p className="text-sm text-ink-soft">
        Please ask the association how to pay, and quote {reference}.
      </p>
    )
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {upi && (
        <section aria-labelledby="pay-upi" className="grid content-start gap-3">
          <h2 id="pay-upi" className="text-lg">
            Pay by UPI
          </h2>
          <div className="hidden touch:grid">
            <Button
              variant={isReported ? 'secondary' : 'primary'}
              size="lg"
              icon={<Smartphone aria-hidden="true" />}
              onClick={() => {
                window.location.href = upi.link
              }}
            >
              Pay with a UPI app
            </Button>
          </div>
          <QrCode
            text={upiQr(upi.link)}
            label={`QR code to pay ${formatRupees(owed_paise)} by UPI`}
          />
          <p className="text-sm text-ink-soft">
            Scan with any UPI app. Amount and reference are filled in.
          </p>
          <dl className="divide-y divide-line border-y border-line">
            <CopyItem label="UPI ID" value={upi.vpa} />
          </dl>
        </section>
      )}
      <section aria-labelledby="pay-bank" className="grid content-start gap-3">
        <h2 id="pay-bank" className="text-lg">
          {bank ? 'Bank transfer' : 'Reference'}
        </h2>
        <dl className="divide-y divide-line border-y border-line">
          {bank?.account_name && <CopyItem label="Account holder" value={bank.account_name} />}
          {bank?.bank_name && <CopyItem label="Bank" value={bank.bank_name} />}
          {bank && <CopyItem label="Account number" value={bank.account_number} />}
          {bank?.ifsc && <CopyItem label="IFSC" value={bank.ifsc} />}
          <CopyItem label="Reference to quote" value={reference} />
        </dl>
      </section>
    </div>
  )
}

function CopyItem({ label, value }: { label: string; value: string }) {
  async function copy() {
    // If copying fails, the text can still be selected.
    if (await copyText(value)) toast({ title: `${label} copied` })
  }
  return (
    <div className="relative py-1.5 pr-24">
      <dt className="text-xs text-ink-faint">{label}</dt>
      <dd className="text-sm wrap-anywhere">
        <span className="select-all">{value}</span>
        <Button
          size="sm"
          variant="ghost"
          className="absolute inset-y-0 -right-2 my-auto h-fit touch:-right-3"
          aria-label={`Copy ${label}`}
          icon={<Copy aria-hidden="true" />}
          onClick={() => void copy()}
        >
          Copy
        </Button>
      </dd>
    </div>
  )
}

import { useState } from 'react'
import { QrCode } from '#platform/web/ui/QrCode.tsx'
import type { CertificateTemplate } from '../../template.ts'

/** As long as the address of a check, so that the code has as many squares as the printed one. */
const sampleCheck = 'https://members.example/certificate/OEM2026001'

/** A small picture of the certificate, which follows the form of the template. */
export function CertificatePreview({
  template: {
    certificate_colour: colour,
    certificate_accent: accent,
    certificate_signature: signature,
    certificate_seal: seal,
    certificate_signatory: signatory,
    certificate_signatory_title: title,
  },
  association,
  logo,
}: {
  template: CertificateTemplate
  association: string
  /** `/uploads/…` or empty. */
  logo: string
}) {
  return (
    <div
      role="img"
      aria-label="Preview of the certificate"
      className="@container w-full border border-line"
      // Paper is also white in the dark theme.
      style={{ backgroundColor: '#ffffff', color: '#1c1917' }}
    >
      <div
        className="m-[1.5cqw] grid aspect-[297/205] grid-rows-[auto_1fr_auto] border-[0.5cqw] p-[3cqw] text-center"
        style={{ borderColor: colour, outline: `1px solid ${accent}`, outlineOffset: '-1cqw' }}
      >
        <div className="grid justify-items-center gap-[1cqw]">
          <Picture url={logo} className="h-[8cqw]" />
          <p className="text-[2.3cqw] font-bold" style={{ color: colour }}>
            {association}
          </p>
        </div>
        <div className="grid content-center justify-items-center gap-[0.8cqw]">
          <p className="text-[4.2cqw] leading-tight font-bold" style={{ color: colour }}>
            Certificate of Membership
          </p>
          <span className="h-[0.25cqw] w-[20cqw]" style={{ backgroundColor: accent }} />
          <p className="text-[1.7cqw]">This is to certify that</p>
          <p className="text-[3.6cqw] leading-tight font-bold">Teak &amp; Co</p>
          <p className="text-[1.8cqw]">represented by Asha Patil</p>
          <p className="text-[1.7cqw]">is a member of {association}</p>
        </div>
        <div className="grid grid-cols-3 items-end text-[1.4cqw]">
          <QrCode text={sampleCheck} className="size-[10cqw]" />
          <div className="grid justify-items-center">
            <Picture url={seal} className="h-[11cqw]" />
          </div>
          <div className="grid justify-items-center gap-[0.4cqw]">
            <Picture url={signature} className="h-[6cqw]" />
            <span className="h-px w-full bg-current" />
            <p className="font-bold">{signatory}</p>
            <p>{title}</p>
          </div>
        </div>
      </div>
    </div>
  )
}

/** Nothing without a picture, or while it cannot be loaded. */
function Picture({ url, className }: { url: string; className: string }) {
  const [failedUrl, setFailedUrl] = useState('')
  if (url === '' || url === failedUrl) return null
  return (
    <img
      src={url}
      alt=""
      className={`${className} max-w-full object-contain`}
      onError={() => setFailedUrl(url)}
    />
  )
}

import { type CSSProperties, useState } from 'react'
import { QrCode } from '#platform/web/ui/QrCode.tsx'
import type { DocumentLanguage } from '#shared/association-details.ts'
import { isoDay } from '#shared/dates.ts'
import { verifyAddress } from '../../code.ts'
import {
  addressLine,
  checkLines,
  exampleCertificate,
  factsOf,
  namesOf,
  signatureLines,
} from '../../printed-certificate.ts'
import type { CertificateTemplate } from '../../template.ts'
import { texts } from '../../texts.ts'

interface CertificatePreviewProps {
  template: CertificateTemplate
  association: string
  address: string
  language: DocumentLanguage
  /** `/uploads/…` or empty. */
  logo: string
}

/** A small picture of the certificate with example values, which follows the form; in the measures of the PDF. */
export const CertificatePreview = (props: CertificatePreviewProps) => (
  <div
    role="img"
    aria-label="Preview of the certificate"
    lang={props.language}
    className="@container w-full border border-line"
    // Paper is also white in the dark theme.
    style={{ backgroundColor: '#ffffff', color: ink }}
  >
    <div className="relative aspect-[297/210] overflow-hidden text-center leading-[1.35]">
      <Frame {...props.template} />
      <Head {...props} />
      <Body {...props} />
      <Foot {...props} />
    </div>
  </div>
)

const ink = '#1c1917'
const softInk = '#57534e'

/** A length of the paper, which is 297 mm wide, in shares of the width of the preview. */
const mm = (length: number): string => `${length / 2.97}cqw`
const points = (size: number): CSSProperties => ({ fontSize: mm(size * (25.4 / 72)) })

const corners = [
  { left: mm(11.5), top: mm(11.5) },
  { right: mm(11.5), top: mm(11.5) },
  { left: mm(11.5), bottom: mm(11.5) },
  { right: mm(11.5), bottom: mm(11.5) },
]

const Frame = ({ certificate_colour: colour, certificate_accent: accent }: CertificateTemplate) => (
  <>
    <span
      className="absolute border"
      style={{ inset: mm(9), borderWidth: mm(1), borderColor: colour }}
    />
    <span className="absolute border" style={{ inset: mm(11.5), borderColor: accent }} />
    {corners.map((corner) => (
      <span
        key={JSON.stringify(corner)}
        className="absolute"
        style={{ ...corner, width: mm(4), height: mm(4), backgroundColor: accent }}
      />
    ))}
  </>
)

const Head = ({ template, association, address, logo }: CertificatePreviewProps) => (
  <div
    className="absolute grid justify-items-center"
    style={{ insetInline: mm(28), top: mm(logo ? 17 : 26) }}
  >
    <Picture url={logo} style={{ height: mm(20), marginBottom: mm(2) }} />
    <p className="font-bold" style={{ ...points(17), color: template.certificate_colour }}>
      {association}
    </p>
    <p className="line-clamp-2" style={{ ...points(8.5), color: softInk }}>
      {addressLine(address)}
    </p>
  </div>
)

function Body({ template, association, language, logo }: CertificatePreviewProps) {
  const { certificate_colour: colour, certificate_accent: accent } = template
  const words = texts[language]
  const certificate = exampleCertificate(language, isoDay(new Date()))
  const { first, second } = namesOf(certificate)
  return (
    <div
      className="absolute grid justify-items-center"
      style={{ insetInline: mm(28), top: mm(logo ? 59 : 46) }}
    >
      <p className="font-bold" style={{ ...points(30), color: colour }}>
        {words.title}
      </p>
      <span
        style={{
          height: mm(0.5),
          width: mm(60),
          marginBlock: `${mm(1.5)} ${mm(7)}`,
          backgroundColor: accent,
        }}
      />
      <p style={{ ...points(13), color: softInk }}>{words.certifies}</p>
      <p className="font-bold" style={{ ...points(30), lineHeight: 1.3, marginTop: mm(2) }}>
        {first}
      </p>
      <p style={points(14)}>{words.representedBy(second)}</p>
      <p style={{ ...points(13), color: softInk, marginTop: mm(4) }}>
        {words.isMember(association)}
      </p>
      <div className="flex" style={{ marginTop: mm(6) }}>
        {factsOf(certificate).map(({ label, value }) => (
          <div key={label} style={{ width: mm(70) }}>
            <p style={{ ...points(10), color: softInk }}>{label}</p>
            <p className="font-bold" style={{ ...points(16), color: colour }}>
              {value}
            </p>
          </div>
        ))}
      </div>
    </div>
  )
}

function Foot({ template, association, language }: CertificatePreviewProps) {
  const certificate = exampleCertificate(language, isoDay(new Date()))
  const { origin } = window.location
  const { certificate_signatory: signatory, certificate_signatory_title: title } = template
  return (
    <>
      <span className="absolute" style={{ left: mm(19), bottom: mm(15), width: mm(32) }}>
        <QrCode text={verifyAddress(origin, certificate.code)} className="block w-full" />
      </span>
      <div
        className="absolute text-left"
        style={{ left: mm(53), width: mm(95), bottom: mm(18), ...points(8.5) }}
      >
        <Lines lines={checkLines(certificate, origin)} />
      </div>
      <span
        className="absolute grid items-center justify-items-center"
        style={{ left: mm(167), width: mm(36), bottom: mm(18), height: mm(34) }}
      >
        <Picture url={template.certificate_seal} style={{ maxHeight: mm(34) }} />
      </span>
      <div
        className="absolute grid justify-items-center leading-[1.3]"
        style={{ right: mm(22), width: mm(68), bottom: mm(18), ...points(9) }}
      >
        <Picture url={template.certificate_signature} style={{ height: mm(18.5) }} />
        <span className="h-px w-full bg-current" style={{ marginBlock: `${mm(0.5)} ${mm(1)}` }} />
        <Lines lines={signatureLines(signatory, title, association)} />
      </div>
    </>
  )
}

const Lines = ({ lines }: { lines: ReturnType<typeof checkLines> }) =>
  lines.map(({ text, isBold, isSoft }) => (
    <p
      key={text}
      className={isBold ? 'font-bold' : undefined}
      style={isSoft ? { color: softInk } : undefined}
    >
      {text}
    </p>
  ))

/** Nothing without a picture, or while it cannot be loaded. */
function Picture({ url, style }: { url: string; style: CSSProperties }) {
  const [failedUrl, setFailedUrl] = useState('')
  if (url === '' || url === failedUrl) return null
  return (
    <img
      src={url}
      alt=""
      className="max-w-full object-contain"
      style={style}
      onError={() => setFailedUrl(url)}
    />
  )
}

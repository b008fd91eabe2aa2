// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { defaultTemplate } from '../../template.ts'
import { CertificatePreview } from './CertificatePreview.tsx'

test('the preview says all that the paper says, in its language', () => {
  const textOf = (language: 'en' | 'hi') => {
    const preview = (
      <CertificatePreview
        template={{ ...defaultTemplate, certificate_signatory: 'Ravi Rao' }}
        association="Teak Makers"
        address={'1 Main Road\nPune'}
        language={language}
        logo=""
      />
    )
    const page = new DOMParser().parseFromString(renderToStaticMarkup(preview), 'text/html')
    return [...page.querySelectorAll('p')].map(({ textContent }) => textContent)
  }
  expect(textOf('en')).toEqual([
    'Teak Makers',
    '1 Main Road, Pune',
    'Certificate of Membership',
    'This is to certify that',
    'Teak & Co',
    'represented by Asha Patil',
    'is a member of Teak Makers',
    'Membership No.',
    'OEM2026001',
    'Valid until',
    '31 March 2027',
    'Certificate No. C2026-27/0001',
    expect.stringMatching(/^Issued on \d+ [A-Z][a-z]+ \d{4}$/),
    'Scan to check that this certificate is valid today',
    expect.stringMatching(/\/verify\/01234-56789-ABCDE-FGHJK$/),
    'Ravi Rao',
    'Teak Makers',
  ])
  expect(textOf('hi')).toContain('सदस्यता प्रमाण-पत्र')
})

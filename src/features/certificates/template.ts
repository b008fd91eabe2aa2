/** The association's template of certificates and cards: what settings store about it. */
import { z } from 'zod'
import { formMessage, singleLine, uploadedImage } from '#shared/fields.ts'

const colourPattern = /^#[0-9a-f]{6}$/

/** The contrast of a colour against white paper, 1 to 21 (WCAG 2). */
export function contrastOnPaper(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const share = Number.parseInt(colour.slice(from, from + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

/** Text needs 4.5 to be readable, lines and frames 3. */
export const contrastNeeded = { certificate_colour: 4.5, certificate_accent: 3 } as const
export type ColourName = keyof typeof contrastNeeded

export const hasContrast = (name: ColourName, colour: string): boolean =>
  colourPattern.test(colour) && contrastOnPaper(colour) >= contrastNeeded[name]

const readableColour = (name: ColourName) =>
  singleLine(7)
    .toLowerCase()
    .regex(colourPattern, 'A colour looks like #1f3a5f')
    .refine(
      (typed) => !colourPattern.test(typed) || hasContrast(name, typed),
      'This colour is too light to read on white paper',
    )

const image = uploadedImage('Please upload the image again')

/** The settings of the template, all of them text. */
export const certificateSettings = {
  /** `/uploads/…`; empty for the association's logo. */
  certificate_logo: image,
  /** `/uploads/…`; empty for none. */
  certificate_signature: image,
  certificate_seal: image,
  certificate_signatory: singleLine(80),
  certificate_signatory_title: singleLine(80),
  /** The colour of headings and text, like '#1f4e3d'. */
  certificate_colour: readableColour('certificate_colour'),
  /** The colour of the frame and lines. */
  certificate_accent: readableColour('certificate_accent'),
}

export const certificateTemplate = z.object(certificateSettings, formMessage)
export type CertificateTemplate = z.output<typeof certificateTemplate>

export const certificateImages = [
  'certificate_logo',
  'certificate_signature',
  'certificate_seal',
] as const
export type CertificateImage = (typeof certificateImages)[number]

/** The template until an administrator saves another one. */
export const defaultTemplate: CertificateTemplate = {
  certificate_logo: '',
  certificate_signature: '',
  certificate_seal: '',
  certificate_signatory: '',
  certificate_signatory_title: '',
  certificate_colour: '#1f3a5f',
  certificate_accent: '#a06a1c',
}

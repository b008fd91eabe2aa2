/** What all pages of certificates and cards have in common: the template and one member's certificate. */

import type { PdfDocument } from '#platform/server/documents/document.ts'
import type { DocumentLanguage } from '#shared/association-details.ts'
import type { Day } from '#shared/dates.ts'

export interface Design {
  association_name: string
  /** Several lines, or empty. */
  association_address: string
  signatory: string
  signatory_title: string
  colour: string
  accent: string
  /** `data:` addresses, which the document embeds once; undefined for none. */
  logo?: string | undefined
  signature?: string | undefined
  seal?: string | undefined
  /** The address of the portal without a slash at its end. */
  publicUrl: string
}

export interface PrintedCertificate {
  number: string
  code: string
  name: string
  company_name: string
  membership_number: string
  issued_on: Day
  valid_until: Day
  language: DocumentLanguage
}

/** The member's company, and the person below it; the person alone where there is no company. */
export const namesOf = ({ company_name, name }: PrintedCertificate) =>
  company_name.trim() === '' ? { first: name, second: '' } : { first: company_name, second: name }

interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** A picture as large as fits, in the middle of the area; nothing without one. */
export function drawPicture(
  { pdf }: PdfDocument,
  picture: string | undefined,
  { x, y, width, height }: Area,
): void {
  if (picture !== undefined)
    pdf.image(picture, x, y, { fit: [width, height], align: 'center', valign: 'center' })
}

/** What all pages of certificates and cards have in common: the template and its pictures. */

import type { PdfDocument } from '#platform/server/documents/document.ts'

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

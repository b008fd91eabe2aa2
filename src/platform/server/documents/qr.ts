import { correction, generate } from 'lean-qr'
import { quietZone } from '#shared/qr.ts'
import type { PdfDocument } from './document.ts'

/** Draws a QR code into a square of `size` points, its light margin included. */
export function drawQr(
  { pdf }: PdfDocument,
  text: string,
  { x, y, size }: { x: number; y: number; size: number },
): void {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const module = size / (code.size + 2 * quietZone)
  pdf.rect(x, y, size, size).fill('#ffffff')
  for (let row = 0; row < code.size; row++)
    for (let column = 0; column < code.size; column++)
      if (code.get(column, row))
        pdf.rect(x + (column + quietZone) * module, y + (row + quietZone) * module, module, module)
  pdf.fill('#000000')
}

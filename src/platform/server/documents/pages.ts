/** Papers that may need more than one page. */
import { type Box, borderColour, type PdfDocument, softInk } from './document.ts'

/** The lower limit of the content of a page, and how to begin the next page. */
export interface Pages {
  bottom: number
  /** Begins a page and returns the top of its content. */
  newPage: () => number
}

/** Where something of this height is drawn: at `y`, or on a new page if it does not fit there. */
export const placeFor = (height: number, y: number, { bottom, newPage }: Pages): number =>
  y + height > bottom ? newPage() : y

interface PaperPages {
  /** The document that the page belongs to, printed on each page but the first. */
  title: string
  /** The label of a page, which has its number. */
  page: (number: number) => string
  /** The box of the first page: its corner and width are those of all pages. */
  box: Box
  bottom: number
}

/** The pages of one paper on A4; the first page is already drawn. */
export function pagesOf(document: PdfDocument, { title, page, box, bottom }: PaperPages): Pages {
  const style = { size: 8.5, colour: softInk }
  let number = 1
  return {
    bottom,
    newPage: () => {
      document.addPage('A4')
      number += 1
      const width = box.width * 0.75
      const height = document.text(title, { ...box, width }, { ...style, maxLines: 2 })
      const right = { ...box, x: box.x + width, width: box.width - width }
      document.text(page(number), right, { ...style, align: 'right' })
      document.rule({ ...box, y: box.y + height + 6 }, { colour: borderColour })
      return box.y + height + 14
    },
  }
}

/** The directory as a book: a cover, the members by type and company in two columns, and two indexes. */

import { setImmediate } from 'node:timers/promises'
import { memberDisplayName } from '#features/members/display-name.ts'
import { materialNames } from '#features/members/materials.ts'
import {
  millimetres as mm,
  openDocument,
  type PdfDocument,
  softInk,
} from '#platform/server/documents/document.ts'
import { withDrawableTexts } from '#platform/server/documents/letters.ts'
import { addToList } from '#shared/add-to-list.ts'
import type { DocumentLanguage } from '#shared/association-details.ts'
import { compare } from '#shared/compare.ts'
import type { Instant } from '#shared/dates.ts'
import { type MemberRole, memberRoles } from '#shared/roles.ts'
import { sum } from '#shared/sum.ts'
import { groupPhones } from '#shared/values/phone.ts'
import { oneLine } from '#shared/values/text.ts'
import type { PageSize } from '../../directory-book/contract.ts'
import { directoryTexts } from '../../directory-book/texts.ts'

/** A member as the directory shows them; null and '' for what it does not show. */
export interface PrintedMember {
  role: MemberRole
  name: string
  company_name: string
  membership_number: string | null
  city: string
  business_partner: string
  company_description: string
  services_products: string
  additional_info_materials_products: readonly string[]
  materials_other: string
  website_url: string
  social_links: string
  whatsapp_number: string | null
  email: string | null
  address: string | null
  factory_address: string | null
}

export interface DirectoryBookJob {
  /** Sorted by company. */
  members: readonly PrintedMember[]
  association_name: string
  /** '2026-27'. */
  year: string
  /** The day as it is printed, dd/mm/yyyy. */
  printedDay: string
  /** The same job gives the same bytes. */
  date: Instant
  language: DocumentLanguage
  size: PageSize
  /** The logo as a `data:` address. */
  logo: string | undefined
}

/** Members between two pauses, in which the compressed pages leave memory. */
const pause = 100

export async function render(request: DirectoryBookJob): Promise<Buffer> {
  const job = { ...request, members: request.members.map(withDrawableTexts) }
  const { members, association_name, language, size, date, year } = job
  const texts = directoryTexts[language]
  const title = `${texts.title} ${year}`
  const options = { title, author: association_name, language, size, compress: true }
  const document = openDocument({ ...options, date: new Date(date) })
  drawCover(document, job, title)
  const columns = openColumns(document, { size, footer: `${association_name} · ${title}` })
  const pages = new Map<PrintedMember, number>()
  for (const role of memberRoles) {
    const blocks: Block[] = []
    for (const member of members.filter((each) => each.role === role)) {
      const lines = linesOf(member, language, columns.size)
      blocks.push(columns.linesBlock(lines, (page) => pages.set(member, page)))
      if (blocks.length % pause === 0) await setImmediate()
    }
    await columns.drawSection(texts.sections[role], blocks)
  }
  await drawIndexes(columns, job, pages)
  return document.toPdf()
}

function drawCover(document: PdfDocument, job: DirectoryBookJob, title: string): void {
  document.addPage()
  const { pdf } = document
  const [width, height] = [document.pageWidth(), document.pageHeight()]
  const box = { x: mm(15), width: width - mm(30) }
  const scale = width / mm(210)
  if (job.logo !== undefined)
    pdf.image(job.logo, box.x, height * 0.16, {
      fit: [box.width, height * 0.2],
      align: 'center',
      valign: 'center',
    })
  const centred = { align: 'center' as const }
  let y = height * (job.logo === undefined ? 0.24 : 0.4)
  const nameStyle = { ...centred, size: 24 * scale + 4, bold: true, maxLines: 3 }
  y += document.text(job.association_name, { ...box, y }, nameStyle) + 18
  document.rule({ x: width / 2 - mm(20), y, width: mm(40) }, { colour: softInk, weight: 1.5 })
  y += 18
  y += document.text(title, { ...box, y }, { ...centred, size: 16 * scale + 4 })
  const { asOf, empty } = directoryTexts[job.language]
  y += document.text(asOf(job.printedDay), { ...box, y }, { ...centred, size: 10, colour: softInk })
  if (job.members.length === 0) document.text(empty, { ...box, y: y + 30 }, centred)
  drawPlan(document, Math.max(y + 40, height * 0.62))
}

/** The decors of the cutting plan of the login screen, as on paper. */
const decors = { plain: '#f3efe9', pale: '#ebe0cf', oak: '#dfc39a', dark: '#14594a' }

/** The parts of a board: from which twelfth to which they reach in x and in y, and their decor. */
const planParts: readonly (readonly [number, number, number, number, keyof typeof decors])[] = [
  [0, 3, 0, 5, 'oak'],
  [3, 5, 0, 3, 'plain'],
  [5, 9, 0, 7, 'pale'],
  [9, 12, 0, 4, 'plain'],
  [3, 5, 3, 12, 'dark'],
  [0, 3, 5, 12, 'plain'],
  [9, 12, 4, 12, 'oak'],
  [5, 9, 7, 12, 'plain'],
]

/** The lower part of the cover, to the edges of the page. */
function drawPlan({ pdf, pageWidth, pageHeight }: PdfDocument, top: number): void {
  const [width, height] = [pageWidth() / 12, (pageHeight() - top) / 12]
  for (const [left, right, from, to, decor] of planParts)
    pdf
      .lineWidth(0.75)
      .rect(left * width, top + from * height, (right - left) * width, (to - from) * height)
      .fillAndStroke(decors[decor], '#ffffff')
}

interface PrintedLine {
  text: string
  size: number
  bold?: boolean
  colour?: string
  maxLines?: number
}

/** What the directory shows of a member; long texts are cut. */
function linesOf(member: PrintedMember, language: DocumentLanguage, size: number): PrintedLine[] {
  const texts = directoryTexts[language]
  const { address, factory_address } = member
  const person = member.company_name ? member.name : ''
  const labelled = (label: string, value: string | null, maxLines = 4): PrintedLine[] =>
    value?.trim() ? [{ text: `${label}: ${oneLine(value)}`, size, maxLines }] : []
  return [
    { text: nameOf(member), size: size + 1.5, bold: true, maxLines: 3 },
    ...[[person, member.city].filter(Boolean).join(', ')]
      .filter(Boolean)
      .map((text) => ({ text, size, maxLines: 2 })),
    ...labelled(texts.number, member.membership_number, 1),
    ...labelled(texts.products, member.services_products),
    ...labelled(texts.supplies, suppliesOf(member).join(', ')),
    ...(member.company_description.trim()
      ? [{ text: oneLine(member.company_description), size, colour: softInk, maxLines: 5 }]
      : []),
    ...labelled(texts.partner, member.business_partner, 2),
    ...labelled(texts.phone, member.whatsapp_number && groupPhones(member.whatsapp_number), 2),
    ...labelled(texts.email, member.email, 2),
    ...labelled(texts.website, member.website_url.replace(/^https?:\/\//, ''), 2),
    ...labelled(texts.address, address),
    ...labelled(texts.factory, factory_address === address ? null : factory_address),
    ...labelled(texts.social, member.social_links, 3),
  ]
}

const nameOf = (member: PrintedMember): string => member.company_name || memberDisplayName(member)

const suppliesOf = (member: PrintedMember): string[] =>
  materialNames(member.additional_info_materials_products, member.materials_other)

const layouts = {
  A4: { margin: mm(15), gutter: mm(7), size: 8 },
  A5: { margin: mm(11), gutter: mm(5), size: 6.5 },
}

type Columns = ReturnType<typeof openColumns>

/** What is not divided between two columns. */
interface Block {
  /** The space above it, but not at the top of a column. */
  above: number
  height: number
  /** The height of what must be below it in the same column. */
  below?: number
  draw: (place: { x: number; y: number }, page: number) => void
}

/** Sections of two columns each, which follow each other on a page while it has room for some lines of the next. */
function openColumns(
  document: PdfDocument,
  { size: page, footer }: { size: PageSize; footer: string },
) {
  const { margin, gutter, size } = layouts[page]
  const full = document.pageWidth() - 2 * margin
  const width = (full - gutter) / 2
  const bottom = document.pageHeight() - margin - 10
  // The cover is page 1.
  let pageNumber = 1
  let [x, y, top, lowest] = [margin, bottom, bottom, bottom]
  const beginPage = () => {
    document.addPage()
    pageNumber += 1
    const style = { size: 7, colour: softInk, maxLines: 1 }
    document.text(footer, { x: margin, y: bottom + 6, width: full - 30 }, style)
    document.text(
      String(pageNumber),
      { x: margin, y: bottom + 6, width: full },
      { ...style, align: 'right' },
    )
    ;[x, y, top, lowest] = [margin, margin, margin, margin]
  }
  const beginSection = (heading: string) => {
    if (lowest > bottom - document.pageHeight() / 4) beginPage()
    else top = lowest + 16
    const headingStyle = { size: size + 8, bold: true }
    top += document.text(heading, { x: margin, y: top, width: full }, headingStyle) + 6
    ;[x, y] = [margin, top]
    document.pdf.outline.addItem(heading)
  }
  const nextColumn = () => {
    if (x > margin) beginPage()
    else [x, y] = [margin + width + gutter, top]
  }
  return {
    size,
    /** On its last page the columns of a section are about equally long. */
    drawSection: async (heading: string, blocks: readonly Block[]) => {
      if (blocks.length === 0) return
      beginSection(heading)
      let left = sum(blocks.map(({ above, height }) => above + height))
      let half = bottom
      for (const [index, { above, height, below = 0, draw }] of blocks.entries()) {
        const end = y + above + height + below
        const isHalf = x === margin && (y >= half || (below > 0 && end > half))
        if (y > top && (end > bottom || isHalf)) nextColumn()
        if (x === margin && y === top) half = left > 2 * (bottom - top) ? bottom : top + left / 2
        if (y > top) y += above
        draw({ x, y }, pageNumber)
        y += height
        lowest = Math.max(lowest, y)
        left -= above + height
        if (index % pause === pause - 1) await setImmediate()
      }
    },
    /** Lines below each other; `onPage` gets the number of their page. */
    linesBlock: (lines: readonly PrintedLine[], onPage: (page: number) => void): Block => {
      const heights = lines.map((line) => document.heightOf(line.text, width, styleOf(line)))
      return {
        above: size * 0.9,
        height: sum(heights),
        draw: ({ x: left, y: first }, number) => {
          onPage(number)
          let at = first
          for (const [index, line] of lines.entries()) {
            document.text(line.text, { x: left, y: at, width }, styleOf(line))
            at += heights[index] ?? 0
          }
        },
      }
    },
    /** A name with page numbers at the end of its line. */
    entryBlock: (text: string, numbers: string): Block => {
      const style = { size, lineHeight: 1.35, maxLines: 3 }
      const nameWidth = width - document.widthOf(numbers, style) - 8
      return {
        above: 0,
        height: document.heightOf(text, nameWidth, style),
        draw: (place) => {
          document.text(text, { ...place, width: nameWidth }, style)
          document.text(numbers, { ...place, width }, { ...style, align: 'right' })
        },
      }
    },
    /** The heading of the entries below it, of which two stay with it. */
    headingBlock: (text: string): Block => {
      const style = { size: size + 1, bold: true, maxLines: 2 }
      const height = document.heightOf(text, width, style)
      const draw: Block['draw'] = (place) => document.text(text, { ...place, width }, style)
      return { above: 5, height, below: 2 * size * 1.35, draw }
    },
  }
}

const styleOf = ({ text: _text, ...style }: PrintedLine) => ({ ...style, lineHeight: 1.3 })

/** The companies, then the vendors of each material, with their pages. */
async function drawIndexes(
  columns: Columns,
  { members, language }: DirectoryBookJob,
  pages: ReadonlyMap<PrintedMember, number>,
): Promise<void> {
  const texts = directoryTexts[language]
  if (members.length === 0) return
  const pageOf = (member: PrintedMember) => String(pages.get(member) ?? '')
  const companies = members.map((member) => columns.entryBlock(nameOf(member), pageOf(member)))
  await columns.drawSection(texts.companies, companies)
  const byMaterial = new Map<string, PrintedMember[]>()
  for (const member of members.filter(({ role }) => role === 'vendor'))
    for (const name of suppliesOf(member)) addToList(byMaterial, name, member)
  const sorted = [...byMaterial].toSorted(([a], [b]) => compare(a, b))
  const materials = sorted.flatMap(([name, vendors]) => [
    columns.headingBlock(name),
    ...vendors.map((vendor) => columns.entryBlock(nameOf(vendor), pageOf(vendor))),
  ])
  await columns.drawSection(texts.materials, materials)
}

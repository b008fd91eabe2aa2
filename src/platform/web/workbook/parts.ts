/** Finds the parts of a workbook (ECMA-376 part 1, 12.3): its visible sheets, its texts and formats. */
import { type NumberFormat, numberFormat } from './number-format.ts'
import { type Attributes, decodeEscapes, isTrue, readXml } from './xml.ts'
import type { Parts } from './zip.ts'

export interface WorkbookParts {
  /** The visible sheets, in their order. */
  sheets: { name: string; xml: string }[]
  strings: string[]
  /** The number formats, by the index of a cell's style. */
  formats: NumberFormat[]
}

export function findParts(parts: Parts): WorkbookParts {
  const [root] = relationsOf(parts, '').filter(({ type }) => type === 'officeDocument')
  const path = root?.target ?? 'xl/workbook.xml'
  const relations = relationsOf(parts, path)
  const { sheets, is1904 } = readBook(needed(parts(path)))
  const worksheets = relations.filter(({ type }) => type === 'worksheet')
  const visible = sheets
    .filter(({ isHidden }) => !isHidden)
    .flatMap(({ relation, name }) => {
      const worksheet = worksheets.find(({ id }) => id === relation)
      return worksheet ? [{ name, target: worksheet.target }] : []
    })
  const textOf = (type: string) => {
    const target = relations.find((relation) => relation.type === type)?.target
    return target === undefined ? undefined : parts(target)
  }
  return {
    sheets: [visible[0], ...visible.slice(1)].map((sheet) => ({
      name: sheet?.name ?? '',
      xml: needed(parts(sheet?.target ?? '')),
    })),
    strings: readStrings(textOf('sharedStrings')),
    formats: readFormats(textOf('styles'), is1904),
  }
}

function needed(part: string | undefined): string {
  if (part === undefined) throw new Error('The workbook lacks a part')
  return part
}

interface Relation {
  id: string
  /** The last word of its type: Strict workbooks have other addresses before it. */
  type: string
  target: string
}

/** What a part refers to; of the path '' the package. */
function relationsOf(parts: Parts, path: string): Relation[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const xml = parts(`${folder}_rels/${path.slice(folder.length)}.rels`)
  const relations: Relation[] = []
  readXml(xml ?? '<none/>', {
    open: (name, attributes) => {
      if (name !== 'Relationship') return
      const { Id = '', Type = '', Target = '' } = attributes()
      const target = new URL(Target, `http://workbook/${folder}`).pathname.slice(1)
      relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target })
    },
  })
  return relations
}

function readBook(xml: string) {
  const sheets: { name: string; relation: string | undefined; isHidden: boolean }[] = []
  let is1904 = false
  readXml(xml, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = isTrue(attributes().date1904)
      if (name !== 'sheet') return
      const matched = attributes()
      const relation = Object.keys(matched).find((key) => key.endsWith(':id'))
      sheets.push({
        name: matched.name ?? '',
        relation: relation && matched[relation],
        isHidden: (matched.state ?? 'visible') !== 'visible',
      })
    },
  })
  return { sheets, is1904 }
}

function readStrings(xml = '<none/>'): string[] {
  const strings: string[] = []
  let text = ''
  let isText = false
  readXml(xml, {
    open: (name, _attributes, isWithin) => {
      if (name === 'si') text = ''
      // How a text is pronounced is no part of it.
      isText = name === 't' && !isWithin('rPh')
    },
    text: (letters) => {
      if (isText) text += letters
    },
    close: (name) => {
      isText = false
      if (name === 'si') strings.push(decodeEscapes(text))
    },
  })
  return strings
}

const accounts = '_(* #,##0.00_);_(* (#,##0.00);_(* "-"_);_(@_)'

/** The formats that workbooks name by a number only (18.8.30), as far as they are not plain amounts. */
const builtInFormats: readonly (readonly [ids: readonly number[], code: string])[] = [
  [[14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58], 'd/m/yyyy'],
  [[18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56], 'h:mm'],
  [[41, 42, 43, 44], accounts],
]

function readFormats(xml = '<none/>', is1904: boolean): NumberFormat[] {
  const codes = new Map(builtInFormats.flatMap(([ids, code]) => ids.map((id) => [`${id}`, code])))
  const styles: Attributes[] = []
  readXml(xml, {
    open: (name, attributes, isWithin) => {
      if (name === 'numFmt' && isWithin('numFmts')) {
        const { numFmtId = '', formatCode = '' } = attributes()
        codes.set(numFmtId, formatCode)
      }
      if (name === 'xf' && isWithin('cellXfs')) styles.push(attributes())
    },
  })
  const formats = new Map<string, NumberFormat>()
  return styles.map(({ numFmtId = '0' }) => {
    const code = codes.get(numFmtId) || 'General'
    const format = formats.get(code) ?? numberFormat(code, is1904)
    formats.set(code, format)
    return format
  })
}

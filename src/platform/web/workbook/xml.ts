import { Parser } from 'saxen'

export type Attributes = Readonly<Record<string, string>>

interface XmlHandlers {
  /** `isWithin` says whether an element of this name is open. */
  open?: (name: string, attributes: () => Attributes, isWithin: (name: string) => boolean) => void
  close?: (name: string, isWithin: (name: string) => boolean) => void
  text?: (text: string) => void
}

/**
 * Reads the elements of XML by their names without a prefix: the namespaces of Strict and of other
 * programs' workbooks make no difference. Throws where the text is no XML.
 */
export function readXml(xml: string, { open, close, text }: XmlHandlers): void {
  const openNames: string[] = []
  const isWithin = (name: string) => openNames.includes(name)
  new Parser()
    .on('openTag', (name, attributes, decode) => {
      const local = localName(name)
      open?.(local, () => decoded(attributes(), decode), isWithin)
      openNames.push(local)
    })
    .on('closeTag', (name) => {
      openNames.pop()
      close?.(localName(name), isWithin)
    })
    .on('text', (letters, decode) => text?.(decode(letters)))
    .on('cdata', (letters) => text?.(letters))
    .parse(xml)
}

function decoded(attributes: Record<string, string>, decode: (text: string) => string): Attributes {
  for (const [name, value] of Object.entries(attributes))
    if (value.includes('&')) attributes[name] = decode(value)
  return attributes
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

/** Workbooks write characters that XML cannot have as _x000D_, and _x005F_ for the sign before such a text. */
export const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_escape, code) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text

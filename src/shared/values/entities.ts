/** Decodes the character references of web pages. */

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

/** '&' of '&amp;', an apostrophe of '&#39;'; a name that is not known stays. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));?/gi, (whole, decimal, hex, name) => {
    if (name) return entities.get(name.toLowerCase()) ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

const complete = /&(?:#\d{2,5}|#x[\da-f]{2,5}|amp|lt|gt|quot|apos|nbsp);/i

/**
 * Decodes a cell that a web application has filled. Only entities that end with a semicolon are decoded.
 */
export const withoutEntities = (cell: string): string =>
  complete.test(cell) ? cell.replace(new RegExp(complete, 'gi'), decodeEntities) : cell

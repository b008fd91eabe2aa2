/** Postal addresses as labels print them. */

/** The PIN code of an address, six digits; '' when it has none. The last one counts. */
export function pinCodeOf(address: string): string {
  const found = address.normalize('NFKC').match(/(?<!\d)[1-9]\d{2}\s?\d{3}(?!\d)/g)
  return found?.at(-1)?.replace(/\s/g, '') ?? ''
}

interface Addressee {
  company_name: string
  name: string
  certificate_postal_address: string
}

/** By PIN code, then by company and name; addresses without a PIN code come last. */
export function byPinCode(a: Addressee, b: Addressee): number {
  const [left, right] = [a, b].map(sortKey)
  return (left ?? '') < (right ?? '') ? -1 : 1
}

const sortKey = ({ company_name, name, certificate_postal_address }: Addressee): string =>
  `${pinCodeOf(certificate_postal_address) || '~'} ${company_name} ${name}`.toLowerCase()

/**
 * The lines of an address: those that were typed, or else cut at commas into lines of at most
 * `length` characters, so that no line breaks within a part unless it has to.
 */
export function addressLines(address: string, length = 40): string[] {
  const typed = address
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return typed.flatMap((line) => (line.length <= length ? [line] : joinedParts(line, length)))
}

function joinedParts(line: string, length: number): string[] {
  const lines: string[] = []
  for (const part of line.split(/(?<=,)\s*/)) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${part}`.length <= length)
      lines[lines.length - 1] = `${last} ${part}`
    else lines.push(part)
  }
  return lines
}

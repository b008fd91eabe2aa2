/** Reads files for Tally with a parser that did not write them. */
import { Parser } from 'saxen'

export interface Voucher {
  id: string
  type: string
  /** The texts of its tags. */
  tags: Record<string, string>
  postings: { ledger: string; deemed: string; amount: string }[]
}

export function readVouchers(xml: string): Voucher[] {
  const vouchers: Voucher[] = []
  const path: string[] = []
  const last = () => vouchers.at(-1)
  new Parser()
    .on('openTag', (name, attributes) => {
      path.push(name)
      const { REMOTEID: id = '', VCHTYPE: type = '' } = attributes()
      if (name === 'VOUCHER') vouchers.push({ id, type, tags: {}, postings: [] })
      if (name === 'ALLLEDGERENTRIES.LIST')
        last()?.postings.push({ ledger: '', deemed: '', amount: '' })
    })
    .on('text', (value, decode) => {
      const voucher = last()
      const name = path.at(-1) ?? ''
      const text = decode(value).trim()
      if (!voucher || text === '') return
      const posting = voucher.postings.at(-1)
      if (path.at(-2) === 'VOUCHER') voucher.tags[name] = text
      if (posting && name === 'LEDGERNAME') posting.ledger = text
      if (posting && name === 'ISDEEMEDPOSITIVE') posting.deemed = text
      if (posting && name === 'AMOUNT') posting.amount = text
    })
    .on('closeTag', () => path.pop())
    .parse(xml)
  return vouchers
}

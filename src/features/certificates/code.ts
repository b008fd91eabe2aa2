/** The codes of certificates, which the address in their QR code ends with. */
import { plainNumberText } from '#shared/values/text.ts'

/** Crockford's base 32: no letters that look like digits, and no U. */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 100 bits. */
export const codeLength = 20

/** The code as typed or scanned, in the spelling in which it is stored: 'o' is 0, 'i' and 'l' are 1. */
export const normaliseCode = (typed: string): string =>
  plainNumberText(typed)
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')

/** 'K7F2X-…': in groups of five, for people to type. */
export const groupedCode = (code: string): string => code.match(/.{1,5}/g)?.join('-') ?? code

/** The public page of a certificate. */
export const verifyAddress = (publicUrl: string, code: string): string =>
  `${publicUrl}/verify/${code}`

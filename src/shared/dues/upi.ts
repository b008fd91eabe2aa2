/**
 * Payment links by NPCI's standard 'UPI Linking' (version 1.6): `upi://pay?pa=…&pn=…`. A QR code
 * of such a link opens every UPI app with payee, amount and reference filled in. Links to a merchant's account also
 * have its category code and how the payment began, by which apps and banks treat it as a payment to a business.
 */

import type { Paise } from '#shared/rupees.ts'
import { wellFormed } from '../links.ts'

/** What a link pays. */
export interface UpiPayment {
  /** The virtual payment address, like name@bank. */
  payeeAddress: string
  payeeName: string
  amountPaise: Paise
  /** Letters and digits; the bank shows it to the payee. */
  reference: string
  /** The four-digit category code of a merchant's account; empty for other accounts. */
  merchantCode?: string
  /** The note to the payer; characters other than letters, digits, spaces, '.' and '-' become spaces. */
  note: string
}

/** Name@handle; banks refuse other signs. */
export const vpaPattern = /^[\w.-]{2,256}@[A-Za-z][A-Za-z0-9-]*(\.[A-Za-z0-9-]+)*$/

/** A merchant category code of ISO 18245. */
export const merchantCodePattern = /^\d{4}$/

/** How the standard calls a payment that begins in an app: 'intent', without a signature. */
const linkMode = 'mode=04'
/** The standard's value for a payment that begins with a QR code without a signature. */
const qrMode = 'mode=01'

const maxName = 99
const maxReference = 35
/** Some apps accept 80 characters, all of them 50. */
const maxNote = 50

/**
 * The link, with its fields in the order of the standard. Throws RangeError for a payment that no app
 * accepts: those values come from the portal itself.
 */
export function upiLink({
  payeeAddress,
  payeeName,
  amountPaise,
  reference,
  note,
  merchantCode = '',
}: UpiPayment): string {
  if (!vpaPattern.test(payeeAddress)) throw new RangeError('no virtual payment address')
  if (!/^[A-Za-z0-9]+$/.test(reference) || reference.length > maxReference)
    throw new RangeError('no transaction reference')
  if (merchantCode !== '' && !merchantCodePattern.test(merchantCode))
    throw new RangeError('no merchant category code')
  const fields = [
    ['pa', payeeAddress],
    ['pn', oneLine(payeeName, maxName)],
    ...(merchantCode ? [['mc', merchantCode]] : []),
    ['tr', reference],
    ['tn', upiNote(note)],
    ['am', upiAmount(amountPaise)],
    ['cu', 'INR'],
  ]
  const link = fields.map(([name, value]) => `${name}=${encode(value ?? '')}`).join('&')
  return `upi://pay?${link}${merchantCode ? `&${linkMode}` : ''}`
}

/** The link for a QR code: it states that the payment began with a QR code. */
export const upiQr = (link: string): string =>
  link.endsWith(`&${linkMode}`) ? link.slice(0, -linkMode.length) + qrMode : link

/** '5000.00': always with two decimals, without grouping. */
export function upiAmount(paise: Paise): string {
  if (!Number.isSafeInteger(paise) || paise <= 0) throw new RangeError('no amount to pay')
  return `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`
}

/** The note as apps and banks accept it. */
export const upiNote = (text: string): string =>
  oneLine(text.replace(/[^\p{L}\p{M}\p{N} .-]+/gu, ' '), maxNote)

/**
 * Returns the text as one line without control characters. It cuts between characters, never within one.
 */
function oneLine(text: string, maxLength: number): string {
  const plain = wellFormed(text)
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
  return [...plain].slice(0, maxLength).join('').trim()
}

/** Percent-encoded UTF-8. Many apps do not decode %40 in `pa` and no app decodes '+' as a space. */
const encode = (value: string): string => encodeURIComponent(value).replaceAll('%40', '@')

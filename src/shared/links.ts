/** Where links made of what people typed lead: nowhere but where they say. */
import { isWebAddress } from './fields.ts'

/** The address of a new mail; nothing in an e-mail address becomes a part of it of its own. */
export const mailtoLink = (email: string): string =>
  `mailto:${encodeURIComponent(email.toWellFormed()).replaceAll('%40', '@')}`

/** 'https://teak.example' of 'teak.example'; undefined of what is no web address, a script above all. */
export const webLink = (typed: string): string | undefined =>
  [typed, `https://${typed}`].find(isWebAddress)

/** Makes safe links from user input. */
import { isWebAddress } from './fields.ts'

/** A mailto link; every character of the address is escaped, so none starts another parameter. */
export const mailtoLink = (email: string): string =>
  `mailto:${encodeURIComponent(email.toWellFormed()).replaceAll('%40', '@')}`

/** 'https://teak.example' for 'teak.example'; undefined for anything but a web address, such as a script. */
export const webLink = (typed: string): string | undefined =>
  [typed, `https://${typed}`].find(isWebAddress)

/** Web addresses, and safe links made from user input. */

/** The parsed address, relative to `base` if there is one; undefined for a text that is none. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** Decodes a percent-encoded part of an address; returns the part itself when its encoding is broken. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Halves of characters, which cannot be encoded, become U+FFFD. */
export const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd')

/** A mailto link; every character of the address is escaped, so none starts another parameter. */
export const mailtoLink = (email: string): string =>
  `mailto:${encodeURIComponent(wellFormed(email)).replaceAll('%40', '@')}`

/** 'https://teak.example' for 'teak.example'; undefined for anything but a web address, such as a script. */
export const webLink = (typed: string): string | undefined =>
  [typed, `https://${typed}`].find(isWebAddress)

// A top-level domain has at least two letters, so 'N.A.' and '12.5' are no addresses.
const withoutScheme =
  /^[^\s\\/:@?#]+\.(?:xn--[a-z\d-]+|[\p{L}\p{M}]{2,})(?::\d{1,5})?(?:[/?#][^\s\\]*)?$/iu

/** 'https://www.teak.example' for 'www.teak.example'; any text that is no bare web address stays as it is. */
export function completeWebAddress(typed: string): string {
  const address = `https://${typed.trim()}`
  return withoutScheme.test(typed.trim()) && isWebAddress(address) ? address : typed
}

/** True for an http or https URL whose host has a dot, without credentials. */
export function isWebAddress(typed: string): boolean {
  if (!/^https?:\/\/[^\s\\@/?#]+(?:[/?#][^\s\\]*)?$/i.test(typed)) return false
  const url = parseUrl(typed)
  return (url?.protocol === 'https:' || url?.protocol === 'http:') && url.hostname.includes('.')
}

/**
 * The digits for wa.me and tel: links, like '919876543210', of the first number in a field. A
 * ten-digit number without a country code gets India's 91.
 */
export function whatsappDigits(typed: string): string {
  const first = typed.split(/[/,;]/)[0] ?? ''
  const hasCountryCode = /^\s*(\+|00)/.test(first)
  const digits = first
    .replace(/\D/g, '')
    .replace(/^0+/, '')
    .replace(/^910(?=\d{10}$)/, '91')
  return digits.length === 10 && !hasCountryCode ? `91${digits}` : digits
}

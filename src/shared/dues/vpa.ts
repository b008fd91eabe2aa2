/**
 * Detects UPI IDs that look personal. UPI apps limit or refuse payments from links and QR codes to people ('security
 * declined', 2,000 rupees a day), so an association should have a merchant's UPI ID.
 */

/** Handles that consumer apps give to their users: the part after the @. */
const consumerHandles: Record<string, string> = {
  ybl: 'PhonePe',
  ibl: 'PhonePe',
  axl: 'PhonePe',
  okhdfcbank: 'Google Pay',
  okaxis: 'Google Pay',
  oksbi: 'Google Pay',
  okicici: 'Google Pay',
  paytm: 'Paytm',
  ptaxis: 'Paytm',
  pthdfc: 'Paytm',
  ptsbi: 'Paytm',
  ptyes: 'Paytm',
  upi: 'BHIM',
  apl: 'Amazon Pay',
  yapl: 'Amazon Pay',
  rapl: 'Amazon Pay',
  waicici: 'WhatsApp',
  wahdfcbank: 'WhatsApp',
  waaxis: 'WhatsApp',
  wasbi: 'WhatsApp',
  ikwik: 'MobiKwik',
  freecharge: 'Freecharge',
  jupiteraxis: 'Jupiter',
  naviaxis: 'Navi',
  axisb: 'CRED',
  yescred: 'CRED',
  fam: 'FamApp',
  superyes: 'super.money',
}

/** Names that these apps give to merchants on the same handles. */
const merchantNames: readonly RegExp[] = [
  // PhonePe's QR codes of shops.
  /^q\d{6,}$/,
  // Paytm's, and those of its payment gateway.
  /^paytm(qr|-)/,
  // Handles of payment gateways: Razorpay, Cashfree, PayU, BharatPe, ICICI's Eazypay.
  /\.(rzp|cf|payu)$/,
  /^(bharatpe|eazypay|gpay-|merchant)/,
]

export type PersonalVpa =
  /** The name is a mobile number. */
  | { reason: 'phone' }
  /** The handle is one of an app for consumers. */
  | { reason: 'app'; app: string }

/** Why a UPI ID looks personal; undefined when it does not, or is no UPI ID. */
export function personalVpa(vpa: string): PersonalVpa | undefined {
  const [name = '', handle = '', ...rest] = vpa.trim().toLowerCase().split('@')
  if (name === '' || handle === '' || rest.length > 0) return undefined
  // An app adds '-1', '-2' for further accounts of one number.
  if (/^(\+?91|0)?[6-9]\d{9}(-\d+)?$/.test(name)) return { reason: 'phone' }
  if (merchantNames.some((pattern) => pattern.test(name))) return undefined
  const app = Object.hasOwn(consumerHandles, handle) ? consumerHandles[handle] : undefined
  return app === undefined ? undefined : { reason: 'app', app }
}

/** The warning of the settings; undefined for a UPI ID that looks right. */
export function vpaWarning(vpa: string): string | undefined {
  const personal = personalVpa(vpa)
  if (!personal) return undefined
  const cause =
    personal.reason === 'phone'
      ? 'It begins with a mobile number.'
      : `IDs like this are usually for personal use in ${personal.app}.`
  return `This looks like a personal UPI ID. ${cause} UPI apps may refuse payments from a QR code to a person. Ask your bank for a UPI ID of the association's account.`
}

/**
 * Classifies errors of the mail server. An error about the portal's own account affects every mail, so the queue
 * pauses and no mail fails because of it; an error about one mail fails only that mail.
 */

/**
 * Why no mail can be sent at present: the server is unreachable or busy, rejects the password or the sender's address,
 * or the daily limit of the account is used up.
 */
export type PauseKind = 'unreachable' | 'busy' | 'password' | 'sender' | 'limit'

/** The fields of Nodemailer's errors that say what the server answered to which command. */
interface SmtpError {
  /** 'CONN', 'EHLO', 'AUTH PLAIN', 'MAIL FROM', 'RCPT TO', 'DATA'… */
  command?: unknown
  /** 'EAUTH', 'ECONNECTION', 'ESOCKET'… */
  code?: unknown
  responseCode?: unknown
  /** The whole answer: '535-5.7.8 Username and Password not accepted.'… */
  response?: unknown
}

const connecting = ['CONN', 'EHLO', 'HELO', 'LHLO', 'STARTTLS']

/** Limits of the account; not the mailbox of a recipient, the size or the recipients of one mail. */
const limitWords = [
  /\b(daily|hourly|sending|outgoing|outbound|submission|relay|rate) ?((user|message|sending|recipient) )*(limits?|quota)\b/i,
  /\b(limit|quota|messages|emails|failures)\b.* per (hour|day)\b/i,
  /\b(you|your (account|plan)) (have |has )?exceeded\b|\binsufficient credits\b/i,
  /\b(maximum sending rate|ratelimit\b.*) exceeded\b|SubmissionQuotaExceeded|unusual sending activity/i,
]

/** The address of the sender, or the right of the portal to send through this server at all. */
const senderWords = [
  /\bsender\b.*\b(rejected|denied|refused|not (allowed|owned|permitted|authori[sz]ed|verified))\b/i,
  /\bsend ?as\b|\bemail address is not verified\b|\bclient\b.*\bblocked\b/i,
  /\brelay(ing)?\b.*\b(denied|disallowed|prohibited|not (permitted|allowed))\b|\bto relay\b/i,
  /\bfrom:? address\b.*\b(not|verified)\b|\b(verified|not a) sender\b|\bnot allowed to send:/i,
  /\bnot authori[sz]ed to (send from|perform)\b/i,
  /\bsmtp auth|\bauthentication (is )?required\b|\bneed auth\b|\bunauthenticated\b/i,
  /\b(your|smtp) account\b.*\b(suspended|disabled|not (yet )?activated)\b|\bsending paused\b/i,
]

const limitCodes = ['5.4.5', '4.5.3', '5.4.6', '5.1.90', '5.7.705']
const senderCodes = [
  '5.1.7',
  '5.1.8',
  '5.2.252',
  '5.7.57',
  '5.7.60',
  '5.7.501',
  '5.7.502',
  '5.7.503',
  '5.7.708',
]
/** The mailbox of a recipient, or a mail that is too large. */
const mailCodes = /^[45]\.(2\.[1-4]|3\.4)$/

/** Why the queue has to pause; undefined when the error is about this mail or its recipient. */
export function classifyMailError(error: unknown): PauseKind | undefined {
  const { command, code, responseCode, response } = (error ?? {}) as SmtpError
  const step = typeof command === 'string' ? command : ''
  const status = typeof responseCode === 'number' ? responseCode : 0
  const text = typeof response === 'string' ? response.replace(/\s+/g, ' ') : ''
  const [, enhanced = ''] = text.match(/^\d{3}[ -]([45]\.\d{1,3}\.\d{1,3})\b/) ?? []
  const says = (words: readonly RegExp[]) => words.some((pattern) => pattern.test(text))
  if (code === 'EAUTH' || step.startsWith('AUTH'))
    return status >= 400 && status < 500 ? 'busy' : 'password'
  if (status === 0)
    // A connection that is lost during the transfer of a mail may be caused by that mail.
    return connecting.includes(step) && code !== 'ECONNECTION' ? 'unreachable' : undefined
  if (limitCodes.includes(enhanced) || says(limitWords)) return 'limit'
  if ([421, 432, 454].includes(status)) return 'busy'
  if (connecting.includes(step)) return 'unreachable'
  if ([534, 535, 538].includes(status)) return 'password'
  if (mailCodes.test(enhanced)) return undefined
  if (status === 530 || senderCodes.includes(enhanced) || says(senderWords)) return 'sender'
  if (step === 'MAIL FROM') return status < 500 ? 'busy' : 'sender'
  return undefined
}

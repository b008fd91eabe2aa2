// The answers are written as the mail servers give them.
// cspell:ignore Brevo Exim Fastmail Greylisted Hostinger mailcow Migadu SMTPD spamhaus STOREDRV
import { expect, test } from 'vitest'
import { classifyMailError } from './mail-errors.ts'

/** An error as Nodemailer makes it of an answer to a command. */
const answered = (command: string, response: string) => ({
  command,
  code: command.startsWith('AUTH') ? 'EAUTH' : command === 'DATA' ? 'EMESSAGE' : 'EENVELOPE',
  responseCode: Number(response.slice(0, 3)),
  response,
})

test.each([
  // The password and the way to sign in.
  [
    'AUTH PLAIN',
    '535-5.7.8 Username and Password not accepted. For more information, go to\n535 5.7.8 https://support.google.com/mail/?p=BadCredentials',
    'password',
  ], // Gmail
  ['AUTH PLAIN', '534-5.7.9 Application-specific password required.', 'password'], // Gmail
  [
    'AUTH LOGIN',
    '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.',
    'password',
  ], // Microsoft 365
  ['AUTH LOGIN', '535 Authentication Failed', 'password'], // Zoho
  ['RCPT TO', '535 Authentication Failed', 'password'], // Zoho
  ['AUTH PLAIN', '535 Authentication Credentials Invalid', 'password'], // Amazon SES
  ['AUTH PLAIN', '525 5.7.1 Unauthorized IP address', 'password'], // Brevo
  ['AUTH LOGIN', '535 5.7.8 Error: authentication failed: (reason unavailable)', 'password'], // Hostinger
  [
    'AUTH PLAIN',
    '538 5.7.11 Encryption required for requested authentication mechanism',
    'password',
  ],
  ['AUTH PLAIN', '530 5.7.0 Must issue a STARTTLS command first', 'password'], // Postfix
  ['AUTH LOGIN', '454 4.7.0 Too many login attempts, please try again later.', 'busy'], // Gmail
  [
    'AUTH LOGIN',
    '454 4.7.0 Temporary authentication failure: Connection lost to authentication server',
    'busy',
  ], // Postfix
  // The sender.
  ['MAIL FROM', '530-5.7.0 Authentication Required.', 'sender'], // Gmail
  ['MAIL FROM', '530 5.7.57 Client not authenticated to send mail.', 'sender'], // Microsoft 365
  ['MAIL FROM', '530 5.5.1 Invalid command: Must issue an AUTH command first', 'sender'], // OpenSMTPD
  ['MAIL FROM', '550 5.1.0 <portal@panel.example> sender rejected', 'sender'],
  [
    'MAIL FROM',
    '553 5.7.1 <portal@panel.example>: Sender address rejected: not owned by user office',
    'sender',
  ], // Postfix
  [
    'RCPT TO',
    '553 5.7.1 <portal@panel.example>: Sender address rejected: not owned by user office',
    'sender',
  ], // Postfix, which delays it
  ['RCPT TO', '554 5.7.1 <asha@ply.example>: Relay access denied', 'sender'], // Postfix
  [
    'RCPT TO',
    '550 5.7.1 <asha@ply.example>... Relaying denied. IP name lookup failed [203.0.113.9]',
    'sender',
  ], // Sendmail
  [
    'RCPT TO',
    '554 5.7.1 Service unavailable; client [203.0.113.9] blocked using zen.spamhaus.org',
    'sender',
  ],
  ['DATA', '550 5.7.60 SMTP; Client does not have permissions to send as this sender', 'sender'], // Microsoft 365
  [
    'DATA',
    '554 5.2.252 SendAsDenied; office@panel.example not allowed to send as portal@panel.example',
    'sender',
  ],
  [
    'DATA',
    '550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP',
    'sender',
  ],
  ['DATA', '550 5.1.8 Access denied, bad outbound sender', 'sender'], // Microsoft 365
  ['DATA', '553 Relaying disallowed as portal@panel.example', 'sender'], // Zoho
  [
    'DATA',
    '554 Message rejected: Email address is not verified. The following identities failed the check in region AP-SOUTH-1: portal@panel.example',
    'sender',
  ], // Amazon SES
  ['RCPT TO', '550 5.7.501 Service unavailable. Access denied, spam abuse detected.', 'sender'], // Microsoft 365
  [
    'DATA',
    '550 The from address does not match a verified Sender Identity. Mail cannot be sent until this error is resolved.',
    'sender',
  ], // SendGrid
  ['RCPT TO', '550 Unauthenticated senders not allowed', 'sender'], // SendGrid
  [
    'DATA',
    "550 5.7.1 The 'From' address you supplied is not a Sender Signature on your account.",
    'sender',
  ], // Postmark
  [
    'DATA',
    '550 Domain panel.example is not allowed to send: Free accounts are for test purposes only.',
    'sender',
  ], // Mailgun
  ['DATA', '502 5.7.0 Your SMTP account is not yet activated.', 'sender'], // Brevo
  ['DATA', '553 From: address not verified', 'sender'], // Yahoo
  ['DATA', '550 5.7.0 From address is not one of your addresses.', 'sender'], // iCloud
  ['DATA', '551 5.7.1 Not authorised to send from this header address', 'sender'], // Fastmail
  [
    'DATA',
    "554 Access denied: User 'arn:aws:iam::1:user/portal' is not authorized to perform 'ses:SendRawEmail'",
    'sender',
  ], // Amazon SES
  ['DATA', '554 Message rejected: Sending paused for this account.', 'sender'], // Amazon SES
  ['DATA', '550 5.7.1 Your account has been suspended', 'sender'],
  ['RCPT TO', '503 5.5.1 Error: need AUTH command', 'sender'], // Postfix
  // The limits of the account.
  [
    'RCPT TO',
    '550 Domain panel.example has exceeded the max defers and failures per hour (5/5 (100%)) allowed.',
    'limit',
  ], // Exim
  ['DATA', '552 5.7.0 You have exceeded the mails of your plan', 'limit'],
  ['DATA', '554 5.7.1 Message rejected due to insufficient credits', 'limit'],
  [
    'DATA',
    '550-5.4.5 Daily user sending limit exceeded. For more information on Gmail\n550 5.4.5 sending limits go to https://support.google.com/a/answer/166852',
    'limit',
  ], // Gmail
  ['RCPT TO', '450-4.2.1 Peak SMTP relay limit exceeded for customer.', 'limit'], // Gmail
  ['RCPT TO', '452 4.5.3 Too many messages', 'limit'],
  [
    'RCPT TO',
    '550 5.4.5 <asha@ply.example>: Recipient address rejected: Domain Sending Quota Exceeded',
    'limit',
  ], // Postfix
  [
    'DATA',
    "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; The message can't be submitted",
    'limit',
  ], // Microsoft 365
  [
    'DATA',
    "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
    'limit',
  ],
  ['DATA', '550 5.4.6 Unusual sending activity detected. Learn more.', 'limit'], // Zoho
  ['DATA', '454 Throttling failure: Daily message quota exceeded.', 'limit'], // Amazon SES
  ['DATA', '454 Throttling failure: Maximum sending rate exceeded.', 'limit'], // Amazon SES
  ['DATA', '451 4.7.1 Ratelimit "hostinger_out_ratelimit" exceeded', 'limit'], // Hostinger, mailcow
  ['DATA', '554 5.7.1 Reached address outgoing limits for portal@panel.example', 'limit'], // Migadu
  [
    'DATA',
    '550 Domain panel.example has exceeded the max emails per hour (101/100 (101%)) allowed. Message discarded.',
    'limit',
  ], // Exim
  ['DATA', '554 5.7.1 <DATA>: Data command rejected: only 10 messages per day', 'limit'],
  // The server accepts no mail at all.
  ['CONN', '421 4.7.0 Try again later, closing connection.', 'busy'], // Gmail
  ['RCPT TO', '421 4.3.0 Temporary Error', 'busy'], // OpenSMTPD
  [
    'DATA',
    '421 4.7.0 Our system has detected an unusual rate of unsolicited mail originating from your IP address.',
    'busy',
  ], // Gmail
  ['DATA', '432 4.3.2 Concurrent connections limit exceeded', 'busy'], // Microsoft 365
  ['MAIL FROM', '451 4.3.0 Temporary lookup failure', 'busy'], // Postfix
  ['CONN', '554 5.7.1 You are not allowed to connect.', 'unreachable'],
  ['EHLO', '550 Access denied - Invalid HELO name', 'unreachable'], // Exim
  // This mail or its recipient.
  ['RCPT TO', '550-5.1.1 The email account that you tried to reach does not exist.', undefined], // Gmail
  [
    'RCPT TO',
    '550 5.1.1 <asha@ply.example>: Recipient address rejected: User unknown in virtual mailbox table',
    undefined,
  ], // Postfix
  ['RCPT TO', '550 Invalid recipient: <asha@ply.example>', undefined], // OpenSMTPD
  ['RCPT TO', '553 5.1.3 The recipient address is not a valid RFC 5321 address.', undefined], // Gmail
  ['RCPT TO', '452-4.2.2 The email account that you tried to reach is over quota.', undefined], // Gmail
  [
    'RCPT TO',
    '450-4.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered.',
    undefined,
  ], // Gmail
  ['RCPT TO', '450 4.7.1 <asha@ply.example>: Recipient address rejected: Greylisted', undefined], // Postfix
  ['RCPT TO', '552 5.2.2 Mailbox full', undefined],
  ['RCPT TO', '550 5.7.1 <asha@ply.example>: Recipient address rejected: Access denied', undefined],
  ['MAIL FROM', '552 5.3.4 Message size exceeds fixed limit', undefined], // Postfix
  ['DATA', '552-5.3.4 Your message exceeded the size limits of the mailbox', undefined], // Gmail
  ['DATA', '550 5.7.1 [CS] Message contains spam or malware', undefined],
  ['DATA', '554 5.7.1 Message rejected as spam', undefined],
  [
    'DATA',
    '552-5.7.0 This message was blocked because its content presents a potential security issue.',
    undefined,
  ], // Gmail
  ['DATA', '451 4.3.0 Mail server temporarily rejected message', undefined], // Gmail
] as const)('%s: %s', (command, response, kind) => {
  expect(classifyMailError(answered(command, response))).toBe(kind)
})

test.each([
  [{ command: 'CONN', code: 'ESOCKET' }, 'unreachable'],
  [{ command: 'CONN', code: 'EDNS' }, 'unreachable'],
  [{ command: 'CONN', code: 'ETIMEDOUT' }, 'unreachable'],
  [{ command: 'CONN', code: 'ETLS' }, 'unreachable'],
  [{ command: 'STARTTLS', code: 'ETLS' }, 'unreachable'],
  [{ command: 'API', code: 'EAUTH' }, 'password'],
  // A connection that was lost on the way, and errors without an answer.
  [{ command: 'CONN', code: 'ECONNECTION' }, undefined],
  [{ command: 'DATA', code: 'EMESSAGE' }, undefined],
  [{ command: 'MAIL FROM', code: 'EMESSAGE' }, undefined],
  [new Error('too many documents are waiting'), undefined],
  [null, undefined],
])('%o', (error, kind) => {
  expect(classifyMailError(error)).toBe(kind)
})

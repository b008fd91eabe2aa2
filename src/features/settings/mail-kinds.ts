/**
 * The mails whose text the association can change (contract 17.4): the portal's own text of each, and the
 * placeholders it may use. The features that send them add button and notes (their server/mails.ts) and call
 * `world.composeMail`. The mails for signing in have fixed texts (sign-in/server/mails.ts).
 */

import { placeholdersIn } from '#shared/placeholders.ts'
import { keysOf } from '#shared/records.ts'

export const mailGroups = [
  'Members',
  'Applications',
  'Dues and payments',
  'Jobs',
  'Administrators',
] as const

type MailGroup = (typeof mailGroups)[number]

interface MailKindInfo {
  /** The card of Settings that lists it. */
  group: MailGroup
  label: string
  /** When it is sent, as a sentence for administrators. */
  when: string
  /** The mail's own placeholders, each with an example value for previews. */
  examples: Record<string, string>
  subject: string
  /** Plain text; an empty line begins a new paragraph. One whose placeholders are all empty is left out. */
  text: string
  /** The label of the button below the text, for previews. */
  button?: string
  /** Small print below the closing; it may also use the placeholders. */
  notes?: readonly string[]
}

/** The placeholders of every mail, with example values; the settings have the real ones. */
export const commonExamples = {
  association_name: 'Furniture & Panel Manufacturers Association',
  association_short_name: 'FPMA',
  association_website: 'https://www.example.org',
  product_name: 'FPMA Members',
  portal_address: 'https://members.example.org',
  office_email: 'office@example.org',
  bank_details: 'FPMA, State Bank of India, account 12345678901, IFSC SBIN0001234',
  upi_id: 'fpma@bank',
  dues_oem: '₹5,000',
  dues_vendor: '₹3,000',
} as const

const privateLinkNote = "Anyone with this link can see the application. Don't share it."
const noticeLinkNote = "Anyone with this link can see this notice. Don't share it."

/** The placeholders of the mails about dues. */
const duesExamples = {
  name: 'Asha Patil',
  company_name: 'Teak & Co',
  membership_number: 'OEM2025001',
  amount: '₹5,000',
  owed_name: 'Dues 2026-27',
  year: '2026-27',
  due_date: '30 June 2026',
  due_sentence: 'It is due on 30 June 2026.',
  charges: 'Dues 2026-27: ₹5,000, due 30 June 2026',
  reference: 'DN2627K7Q4XMWP',
} as const

export const mailKinds = {
  welcome: {
    group: 'Members',
    label: 'Welcome to a new member',
    when: 'Sent when an administrator adds a member or approves an application.',
    examples: {
      name: 'Asha Patil',
      company_name: 'Teak & Co',
      membership_number: 'OEM2025001',
    },
    subject: 'Welcome to {association_name}',
    text: `{greeting}

You are now a member. Your membership number is {membership_number}.

You don't need a password. Open the portal with the button below. Your email address is already filled in. We'll email you a sign-in link.`,
    button: 'Open the portal',
    notes: ["Didn't expect this email? Please write to the association."],
  },
  invitation: {
    group: 'Members',
    label: 'Invitation to sign in',
    when: 'Sent when an administrator invites members to sign in.',
    examples: {
      name: 'Asha Patil',
      company_name: 'Teak & Co',
      membership_number: 'OEM2025001',
    },
    subject: 'Sign in to the {association_short_name} portal',
    text: `{greeting}

{association_name} has a portal for its members. You can find other members, post or browse jobs, and keep your company's details up to date.

Your membership number is {membership_number}.

You don't need a password. Open the portal with the button below. Your email address is already filled in. We'll email you a sign-in link.`,
    button: 'Sign in',
    notes: ['Not a member? Please tell the association, so that we can correct our records.'],
  },
  'application-received': {
    group: 'Applications',
    label: 'Application received',
    when: "Sent when someone applies. Applicant's own text cannot be used here.",
    examples: {},
    subject: 'We have received your application',
    text: `{greeting}

Thank you for applying to {association_name}. We'll review your application and documents, and email you our decision.

Use this private link to check the status of your application, or to withdraw it. Open it once to confirm your email.`,
    button: 'View my application',
    notes: [
      privateLinkNote,
      "Didn't apply? Someone entered your address. Open the link and withdraw the application.",
    ],
  },
  'application-unconfirmed': {
    group: 'Applications',
    label: 'Confirm your email',
    when: "Sent 3 days after an application if the applicant has not opened the private link. Applicant's own text cannot be used here.",
    examples: { deletion_days: '30' },
    subject: 'Please confirm your email address',
    text: `{greeting}

We have your application to {association_name}, but you have not confirmed your email address yet.

Open this private link once to confirm it. Applications without a confirmed email address are deleted after {deletion_days} days.`,
    button: 'Confirm my email',
    notes: [
      privateLinkNote,
      "Didn't apply? Someone entered your address. Ignore this email, or open the link and withdraw the application.",
    ],
  },
  'application-deletion': {
    group: 'Applications',
    label: 'Application will be deleted',
    when: "Sent a week before an application is deleted because its email address was never confirmed. Applicant's own text cannot be used here.",
    examples: { deletion_date: 'Feb 4, 2025' },
    subject: 'Your application will be deleted soon',
    text: `{greeting}

We have your application to {association_name}, but you have not confirmed your email address.

We will delete the application and its documents on {deletion_date}. If you still want to apply, open this private link once before that day.`,
    button: 'Confirm my email',
    notes: [privateLinkNote, "Didn't apply? Ignore this email. Nothing else will happen."],
  },
  'application-changes': {
    group: 'Applications',
    label: 'Changes requested',
    when: 'Sent when an administrator asks an applicant for changes.',
    examples: { name: 'Asha Patil', reason: 'Please send the second page of the certificate.' },
    subject: 'Please update your application',
    text: `{greeting}

We have reviewed your application to {association_name}. Please make this change:

{reason}

Everything you sent is saved. Open the form with this private link, make the change and submit it again.`,
    button: 'Update my application',
    notes: [privateLinkNote],
  },
  'application-rejected': {
    group: 'Applications',
    label: 'Application not approved',
    when: 'Sent when an administrator rejects an application.',
    examples: {
      name: 'Asha Patil',
      reason: 'The certificate is not readable.',
      retention_days: '90',
    },
    subject: 'Your application was not approved',
    text: `{greeting}

We have reviewed your application to {association_name} and could not approve it.

Reason: {reason}

If your situation changes, you are welcome to apply again. You can also write to us.`,
    notes: ['The documents you sent will be deleted {retention_days} days after this decision.'],
  },
  'dues-notice': {
    group: 'Dues and payments',
    label: 'Dues notice',
    when: 'Sent to the members you select when you email notices.',
    examples: duesExamples,
    subject: 'Please pay {amount}: {owed_name}',
    text: `{greeting}

Please pay {amount} to {association_name}: {owed_name}. {due_sentence}

{charges}

Open your notice to pay by UPI or bank transfer, or to download it. Please quote {reference} with your payment.

Bank transfer: {bank_details}

UPI: {upi_id}`,
    button: 'View and pay',
    notes: [
      noticeLinkNote,
      'Already paid? Open the notice and tell us the reference of your payment.',
    ],
  },
  'dues-reminder': {
    group: 'Dues and payments',
    label: 'Reminder of dues',
    when: 'Sent before and after the due date to members who have not paid, on the days you set under Dues.',
    examples: duesExamples,
    subject: 'Reminder to pay {amount}: {owed_name}',
    text: `{greeting}

This is a reminder to pay {amount} to {association_name}: {owed_name}. {due_sentence}

{charges}

Open your notice to pay by UPI or bank transfer. Please quote {reference} with your payment.`,
    button: 'View and pay',
    notes: [
      noticeLinkNote,
      'Already paid? Open the notice and tell us the reference of your payment.',
    ],
  },
  'dues-report-rejected': {
    group: 'Dues and payments',
    label: 'Reported payment not found',
    when: 'Sent when an administrator rejects a payment that a member reported.',
    examples: {
      name: 'Asha Patil',
      amount: '₹5,000',
      reference: '412356789012',
      reason: 'The bank statement has no such payment.',
    },
    subject: 'We could not find your payment',
    text: `{greeting}

You told us about a payment of {amount} with the reference {reference}. We could not confirm it.

Reason: {reason}

Please check the reference with your bank, and report the payment again.`,
    button: 'View my dues',
    notes: [noticeLinkNote],
  },
  receipt: {
    group: 'Dues and payments',
    label: 'Receipt',
    when: 'Sent with the receipt as PDF, when an administrator asks for it.',
    examples: {
      name: 'Asha Patil',
      company_name: 'Teak & Co',
      receipt_number: 'R2026-27/0042',
      amount: '₹5,000',
      paid_for: 'Membership fee 2026-27',
    },
    subject: 'Receipt {receipt_number} from {association_name}',
    text: `{greeting}

Thank you for your payment of {amount}. Your receipt {receipt_number} is attached.

It is for {paid_for}.

You can download it any time from your profile in the portal.`,
    button: 'View my payments',
  },
  'credit-note': {
    group: 'Dues and payments',
    label: 'Credit note or cancellation',
    when: 'Sent with the credit note of a refund, or the cancellation of a receipt, as PDF, when an administrator asks for it.',
    examples: {
      name: 'Asha Patil',
      company_name: 'Teak & Co',
      document: 'Credit Note and Refund Voucher',
      receipt_number: 'R2026-27/C0042',
      amount: '₹5,000',
      paid_for: 'Advance for later dues',
    },
    subject: '{document} {receipt_number} from {association_name}',
    text: `{greeting}

The {document} {receipt_number} of {amount} is attached.

It is for {paid_for}.

You can download it any time from your profile in the portal.`,
    button: 'View my payments',
  },
  'payment-reversed': {
    group: 'Dues and payments',
    label: 'Payment reversed',
    when: 'Sent when an administrator reverses a payment, if they choose to.',
    examples: {
      name: 'Asha Patil',
      company_name: 'Teak & Co',
      amount: '₹5,000',
      paid_on: '5 December 2026',
      receipt_number: 'R2026-27/0042',
      reason: 'The bank has returned it.',
      bank_fee: '₹590',
      owed: '₹5,590 (Dues 2026-27 and Bank fee)',
    },
    subject: 'Your payment of {amount} has been reversed',
    text: `{greeting}

Your payment of {amount} of {paid_on} has been reversed. {reason}

Receipt {receipt_number} is void.

The bank's fee of {bank_fee} is added.

You now owe {owed}.

Is something wrong? Please reply to this email.`,
    button: 'View my payments',
  },
  'job-approved': {
    group: 'Jobs',
    label: 'Job posting approved',
    when: 'Sent to the poster when a job is approved.',
    examples: { name: 'Asha Patil', job_title: 'Press operator', until: '6 March 2025' },
    subject: 'Your job posting is now on the job board',
    text: `{greeting}

We have approved your job posting “{job_title}”.

It stays on the job board until {until}. You can renew it, mark it as filled or withdraw it at any time.`,
    button: 'View the posting',
  },
  'job-rejected': {
    group: 'Jobs',
    label: 'Job posting not approved',
    when: 'Sent to the poster when a job is rejected.',
    examples: {
      name: 'Asha Patil',
      job_title: 'Press operator',
      reason: 'The location is missing.',
    },
    subject: 'Your job posting was not approved',
    text: `{greeting}

We have reviewed your job posting “{job_title}” and did not publish it.

Reason: {reason}

You can edit the posting and submit it again.`,
    button: 'Open the posting',
  },
  'security-changed': {
    group: 'Administrators',
    label: 'Sign-in security changed',
    when: 'Sent to an administrator when their second factor is added, removed or reset, or a recovery code is used.',
    examples: {
      name: 'Asha Patil',
      change: 'An authenticator app was added to your account.',
      device: 'Chrome on Windows',
    },
    subject: 'Your sign-in security has changed',
    text: `{greeting}

{change}

Device: {device}

If this was you, there is nothing to do. If not, open your profile, choose 'Sign out everywhere', and tell another administrator at once.`,
    button: 'Open your profile',
  },
} as const satisfies Record<string, MailKindInfo>

export type MailKindName = keyof typeof mailKinds
export const mailKindNames = keysOf(mailKinds)

/** What is known about a kind of mail, with the type that all kinds share. */
export const mailKindInfo = (kind: MailKindName): MailKindInfo => mailKinds[kind]

/** The placeholders that subject and text of a mail may use. */
export const placeholdersOf = (kind: MailKindName): string[] => [
  'greeting',
  ...Object.keys(mailKinds[kind].examples),
  ...Object.keys(commonExamples),
]

export const mailTextMessage = 'Please enter the text of the email'

/** The first error of a template with its field; undefined when the template is valid. */
export function placeholderProblem({
  kind,
  subject,
  text,
}: {
  kind: MailKindName
  subject: string
  text: string
}): { path: ['subject' | 'text']; message: string } | undefined {
  if (subject === '' && text === '') return undefined
  if (subject === '') return { path: ['subject'], message: 'Please enter a subject' }
  if (text === '') return { path: ['text'], message: mailTextMessage }
  const allowed = placeholdersOf(kind)
  for (const [field, value] of [['subject', subject] as const, ['text', text] as const]) {
    const unknown = placeholdersIn(value).find((name) => !allowed.includes(name))
    if (unknown !== undefined)
      return {
        path: [field],
        message: `{${unknown}} cannot be used here. Available: ${allowed.map((name) => `{${name}}`).join(', ')}`,
      }
  }
  return undefined
}

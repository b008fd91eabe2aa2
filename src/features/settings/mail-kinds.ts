/**
 * The mails an association can reword (contract 17.4), and the placeholders their texts may use. The
 * portal's own texts are in the mails.ts of the features that send them: members/server/record,
 * applications/server and jobs/server (sign-in's cannot be reworded). settings-store.ts replaces them
 * by the association's text (`customisedMail`).
 */
import { placeholdersIn } from '#shared/placeholders.ts'

interface MailKindInfo {
  label: string
  /** When it is sent, as a sentence for administrators. */
  when: string
  /** The mail's own placeholders, each with an example value for previews. */
  examples: Record<string, string>
}

/** The placeholders of every mail, with example values; the settings have the real ones. */
export const commonExamples = {
  association_name: 'Furniture & Panel Manufacturers Association',
  association_short_name: 'FPMA',
  association_website: 'https://www.example.org',
  product_name: 'FPMA Members',
  portal_address: 'https://members.example.org',
  bank_details: 'FPMA, State Bank of India, account 12345678901, IFSC SBIN0001234',
  upi_id: 'fpma@bank',
  dues_oem: '₹5,000',
  dues_vendor: '₹3,000',
} as const

/** The placeholders a subject may use: a subject never contains user input. */
const subjectPlaceholders: readonly string[] = [
  'association_name',
  'association_short_name',
  'product_name',
]

export const mailKinds = {
  welcome: {
    label: 'Welcome to a new member',
    when: 'Goes out when an administrator adds a member or approves an application.',
    examples: {
      name: 'Asha Patil',
      company_name: 'Teak & Co',
      membership_number: 'OEM2025001',
    },
  },
  'application-received': {
    label: 'Application received',
    when: 'Goes out when somebody has applied. Nothing the applicant typed can stand in it.',
    examples: {},
  },
  'application-changes': {
    label: 'Changes asked for',
    when: 'Goes out when an administrator asks an applicant for changes.',
    examples: { reason: 'Please send the second page of the certificate.' },
  },
  'application-rejected': {
    label: 'Application not approved',
    when: 'Goes out when an administrator rejects an application.',
    examples: { reason: 'The certificate cannot be read.' },
  },
  'job-approved': {
    label: 'Job posting approved',
    when: 'Goes out to the poster when a job is put on the board.',
    examples: { job_title: 'Press operator', until: 'Mar 6, 2025' },
  },
  'job-rejected': {
    label: 'Job posting not approved',
    when: 'Goes out to the poster when a job is rejected.',
    examples: { job_title: 'Press operator', reason: 'The location is missing.' },
  },
} as const satisfies Record<string, MailKindInfo>

export type MailKindName = keyof typeof mailKinds
export const mailKindNames = Object.keys(mailKinds) as [MailKindName, ...MailKindName[]]

/** The placeholders the text of a mail may use. */
export const placeholdersOf = (kind: MailKindName): string[] => [
  ...Object.keys(mailKinds[kind].examples),
  ...Object.keys(commonExamples),
]

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
  if (subject === '') return { path: ['subject'], message: 'Please write a subject' }
  if (text === '') return { path: ['text'], message: 'Please write the text of the mail' }
  const checks = [
    ['subject', subject, subjectPlaceholders],
    ['text', text, placeholdersOf(kind)],
  ] as const
  for (const [field, value, allowed] of checks) {
    const unknown = placeholdersIn(value).find((name) => !allowed.includes(name))
    if (unknown !== undefined)
      return {
        path: [field],
        message: `There is no {${unknown}} here. You can use ${allowed.map((name) => `{${name}}`).join(', ')}`,
      }
  }
  return undefined
}

/** The values of the placeholders that a subject may use. */
export const subjectValues = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => subjectPlaceholders.includes(name)))

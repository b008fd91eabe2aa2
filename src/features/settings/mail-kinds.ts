/** The mails an association may word itself, and what may stand in them. */

export interface MailKind {
  label: string
  /** When it goes out, in a sentence. */
  when: string
  /** Placeholder and an example of what is filled in. */
  values: Record<string, string>
}

/** Placeholders of every mail; the settings fill them in. */
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

/** Subjects never hold what a user typed. */
const subjectNames: readonly string[] = [
  'association_name',
  'association_short_name',
  'product_name',
]

export const mailKinds = {
  welcome: {
    label: 'Welcome to a new member',
    when: 'Goes out when an administrator adds a member or approves an application.',
    values: {
      name: 'Asha Patil',
      company_name: 'Teak & Co',
      membership_number: 'OEM2025001',
    },
  },
  'application-received': {
    label: 'Application received',
    when: 'Goes out when somebody has applied. Nothing the applicant typed can stand in it.',
    values: {},
  },
  'application-changes': {
    label: 'Changes asked for',
    when: 'Goes out when an administrator asks an applicant for changes.',
    values: { reason: 'Please send the second page of the certificate.' },
  },
  'application-rejected': {
    label: 'Application not approved',
    when: 'Goes out when an administrator rejects an application.',
    values: { reason: 'The certificate cannot be read.' },
  },
  'job-approved': {
    label: 'Job posting approved',
    when: 'Goes out to the poster when a job is put on the board.',
    values: { job_title: 'Press operator', until: 'Mar 6, 2025' },
  },
  'job-rejected': {
    label: 'Job posting not approved',
    when: 'Goes out to the poster when a job is rejected.',
    values: { job_title: 'Press operator', reason: 'The location is missing.' },
  },
} as const satisfies Record<string, MailKind>

export type MailKindName = keyof typeof mailKinds
export const mailKindNames = Object.keys(mailKinds) as [MailKindName, ...MailKindName[]]

/** What may stand in braces in the text of a mail. */
export const placeholdersOf = (kind: MailKindName): string[] => [
  ...Object.keys(mailKinds[kind].values),
  ...Object.keys(commonExamples),
]

const named = (text: string): string[] =>
  [...text.matchAll(/\{(\w*)\}/g)].map(([, name = '']) => name)

/** What is wrong with a template and in which field; undefined when it can be sent. */
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
    ['subject', subject, subjectNames],
    ['text', text, placeholdersOf(kind)],
  ] as const
  for (const [field, typed, known] of checks) {
    const unknown = named(typed).find((name) => !known.includes(name))
    if (unknown !== undefined)
      return {
        path: [field],
        message: `There is no {${unknown}} here. You can use ${known.map((name) => `{${name}}`).join(', ')}`,
      }
  }
  return undefined
}

/** The values a subject may name. */
export const subjectValues = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => subjectNames.includes(name)))

/** 'the bank, the IFSC and the UPI ID'. */
export const inWords = (labels: readonly string[]): string =>
  labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`

/** What people call the settings, for sentences about changes. */
export const settingLabels: Record<string, string> = {
  product_name: 'the name of the portal',
  association_name: 'the name of the association',
  association_short_name: 'the short name',
  association_website: 'the website',
  association_logo: 'the logo',
  dues_oem: 'the dues of OEM members',
  dues_vendor: 'the dues of vendors',
  bank_account_name: 'the account holder',
  bank_name: 'the bank',
  bank_account_number: 'the account number',
  bank_ifsc: 'the IFSC',
  upi_id: 'the UPI ID',
  ...Object.fromEntries(
    Object.entries(mailKinds).map(([kind, { label }]) => [`mail ${kind}`, `the mail “${label}”`]),
  ),
}

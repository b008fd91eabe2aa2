/**
 * What each table stores about people: the one list of whether it is in the download of own data, what Permanent Delete
 * does with it, and how long it is kept. docs/data.md repeats it; a test compares both with each other and with the
 * tables of the database.
 */
import { fieldNames } from '#features/members/fields/fields.ts'
import { linkLifetimeText } from '#features/sign-in/rules.ts'
import type { Tables } from '#platform/server/database/database.ts'

interface PersonalTable {
  /** The columns with personal data. */
  columns: readonly string[]
  /** Where the download of own data has it; otherwise why it has not. */
  ownData: string
  /** What Permanent Delete does with the rows about the person. */
  erasure: string
  /** When rows are deleted otherwise. */
  retention: string
}

const withPerson = 'deleted'
const always = 'always'

export const personalTables = {
  person: {
    columns: [
      ...fieldNames,
      'id',
      'updated_at',
      'session_epoch',
      'ledger_entry_id',
      'receipt_number',
      'phone_key',
      'company_key',
      'phone_digits',
      'search_text',
      'directory_text',
      'shown_city',
      'state',
      'payment_mode',
      'payment_reference',
      'payment_date',
      'payment_amount',
      'membership_valid_from',
      'membership_valid_to',
      'paid_until',
      'waived_until',
      'counts_from',
      'due_on',
      'grace_until',
      'credit_paise',
      'has_joining_fee',
      'dues_open_from',
      'dues_open_to',
    ],
    ownData: '`profile`, `membership`, `sign_in`; not the remarks of the administrators',
    erasure: withPerson,
    retention: always,
  },
  ledger_entry: {
    columns: [
      'person_id',
      'member_name',
      'company_name',
      'membership_number',
      'amount_paise',
      'mode',
      'reference',
      'receipt_number',
      'office_receipt_number',
      'recorded_by',
    ],
    ownData: '`payments`',
    erasure: 'kept: the books of the association',
    retention: always,
  },
  payment_reference: {
    columns: ['key'],
    ownData: 'no: made from `payments`',
    erasure: 'kept: the books of the association',
    retention: always,
  },
  receipt: {
    columns: ['content'],
    ownData: 'no: made from `payments` and `profile`; its PDF is on the profile',
    erasure: 'kept: the books of the association',
    retention: always,
  },
  tax_treatment: {
    columns: ['recorded_by'],
    ownData: 'no: how the association taxes payments',
    erasure: 'kept: the id has no name then',
    retention: always,
  },
  dues_rate: {
    columns: ['recorded_by'],
    ownData: 'no: what the association charges',
    erasure: 'kept: the id has no name then',
    retention: always,
  },
  own_fee: {
    columns: ['person_id', 'reason', 'recorded_by'],
    ownData: '`own_fees`',
    erasure: withPerson,
    retention: always,
  },
  tds_certificate: {
    columns: ['number', 'recorded_by'],
    ownData: '`payments`',
    erasure: 'kept: the books of the association',
    retention: always,
  },
  dues_run: {
    columns: ['raised_by', 'undone_by'],
    ownData: 'no: the charges of a member are in `payments`',
    erasure: 'kept: the id has no name then',
    retention: always,
  },
  application: {
    columns: [
      'name',
      'email',
      'company_name',
      'phone_key',
      'company_key',
      'form_data',
      'search_text',
      'decided_by',
      'decision_reason',
      'member_id',
      'kept_by',
      'notice_version',
      'consented_at',
      'email_confirmed_at',
      'submission_key',
      'content_hash',
    ],
    ownData: '`applications`: of the same email, and the one that became the member',
    erasure: 'emptied, when it became the member',
    retention: 'always; 30 days when its email is not confirmed',
  },
  application_link: {
    columns: ['application_id', 'email', 'token_hash'],
    ownData: 'no: a hash of a secret',
    erasure: 'deleted with the data of the application',
    retention: '90 days after the decision',
  },
  stored_file: {
    columns: ['original_name', 'uploaded_by', 'owner_id', 'name', 'digest', 'pool_key'],
    ownData: '`files`: kind, name, size, day',
    erasure: withPerson,
    retention: 'documents 90 days after a rejection or withdrawal; unused uploads a day',
  },
  job: {
    columns: [
      'poster_id',
      'company_name',
      'how_to_apply',
      'title',
      'description',
      'decided_by',
      'submission_key',
      'search_text',
    ],
    ownData: '`job_postings`',
    erasure: withPerson,
    retention: 'always; 60 days on the board',
  },
  saved_job: {
    columns: ['person_id', 'job_id', 'title', 'company_name', 'location', 'saved_at'],
    ownData: '`saved_jobs`',
    erasure: withPerson,
    retention: 'until removed',
  },
  history: {
    columns: ['actor_id', 'subject_id', 'before', 'after', 'salt', 'digest'],
    ownData: '`changes`, `sign_ins`; not what the person did with the data of others',
    erasure: 'the values are erased; who and when stay',
    retention: always,
  },
  exported_people: {
    columns: ['ids', 'digest'],
    ownData: 'no: random ids of all members of an export',
    erasure: 'kept: the id has no name then',
    retention: always,
  },
  session: {
    columns: ['person_id', 'device', 'id', 'id_hash'],
    ownData: '`sessions`',
    erasure: withPerson,
    retention: '60 days at most',
  },
  known_browser: {
    columns: ['person_id', 'secret_hash'],
    ownData: '`known_browsers`',
    erasure: withPerson,
    retention: '400 days after its last use',
  },
  sign_in_request: {
    columns: ['email', 'token_hash', 'code_hash', 'pending_hash', 'known_id'],
    ownData: `no: hashes of secrets that last ${linkLifetimeText}`,
    erasure: 'kept: it ends within a day',
    retention: 'a day',
  },
  second_factor: {
    columns: ['person_id', 'name', 'secret', 'credential_id', 'public_key', 'last_used_at'],
    ownData: '`second_factors`, without the secrets',
    erasure: withPerson,
    retention: 'until removed',
  },
  second_factor_challenge: {
    columns: ['person_id', 'session_id', 'value'],
    ownData: 'no: random values that last minutes',
    erasure: withPerson,
    retention: 'minutes',
  },
  recovery_code: {
    columns: ['person_id', 'mac', 'used_at'],
    ownData: '`unused_recovery_codes`: how many',
    erasure: withPerson,
    retention: 'until replaced',
  },
  admin_address: {
    columns: ['address_hash'],
    ownData: 'no: a hash of an address in ADMIN_EMAIL',
    erasure: 'kept: a removed administrator stays removed',
    retention: always,
  },
  notification_choice: {
    columns: ['person_id', 'kind', 'delivery'],
    ownData: '`notifications`',
    erasure: withPerson,
    retention: always,
  },
  notification_event: {
    columns: ['subject_id'],
    ownData: 'no: ids of applications, jobs and mails',
    erasure: 'kept',
    retention: '90 days',
  },
  saved_filter: {
    columns: ['admin_id', 'name', 'name_key', 'query'],
    ownData: '`saved_filters`',
    erasure: withPerson,
    retention: 'until deleted',
  },
  certificate: {
    columns: [
      'person_id',
      'number',
      'code',
      'code_hash',
      'name',
      'company_name',
      'membership_number',
      'issued_by',
      'revoked_by',
      'revoked_reason',
    ],
    ownData: '`certificates`',
    erasure: withPerson,
    retention: always,
  },
  dues_notice: {
    columns: ['person_id', 'reference', 'made_by'],
    ownData: '`dues_notices`',
    erasure: withPerson,
    retention: always,
  },
  dues_sending: {
    columns: ['made_by', 'request_key'],
    ownData: 'no: who sent notices when; to whom is in `dues_emails`',
    erasure: 'kept: the id has no name then',
    retention: always,
  },
  dues_sending_member: {
    columns: ['person_id', 'claim', 'mail_id', 'left_out'],
    ownData: '`dues_emails`',
    erasure: withPerson,
    retention: always,
  },
  reported_payment: {
    columns: [
      'person_id',
      'notice_id',
      'reference',
      'reference_key',
      'screenshot',
      'reason',
      'decided_by',
      'ledger_entry_id',
    ],
    ownData: '`reported_payments`; the screenshot in `files`',
    erasure: withPerson,
    retention: 'always; the screenshot of a rejected one until then',
  },
  held_cheque: {
    columns: ['person_id', 'number', 'bank', 'amount_paise', 'received_on', 'recorded_by'],
    ownData: '`held_cheques`',
    erasure: withPerson,
    retention:
      'until the cheque is returned or removed by hand; of one that is cleared, or that a bank line returned, as long as the person',
  },
  bank_statement: {
    columns: ['account', 'file_name', 'imported_by'],
    ownData: 'no: about an account of the association',
    erasure: 'kept',
    retention: 'until deleted by an administrator, which needs that no line is confirmed',
  },
  bank_columns: {
    columns: ['chosen_by'],
    ownData: 'no: about files of a bank',
    erasure: 'kept',
    retention: always,
  },
  bank_line: {
    columns: ['narration', 'reference', 'decided_by'],
    ownData: '`bank_lines`: those matched to payments of the person',
    erasure: 'the texts of lines matched to payments of the person are emptied',
    retention: 'with the statement',
  },
  bank_line_entry: {
    columns: ['entry_id'],
    ownData: '`bank_lines`',
    erasure: 'kept',
    retention: 'with the statement',
  },
  invitation: {
    columns: ['person_id', 'mail_id', 'invited_by', 'invited_at'],
    ownData: '`invitations`',
    erasure: withPerson,
    retention: always,
  },
  outbox: {
    columns: ['recipient', 'subject', 'body_text', 'body_html', 'last_error', 'attachment'],
    ownData: '`mails`: subject and day',
    erasure: 'the texts of failed ones are deleted, the rest is kept',
    retention: 'the body until it is sent or a week after it failed, the rest 90 days',
  },
  import_batch: {
    columns: ['actor_id', 'file_name', 'file_hash', 'undone_by'],
    ownData: 'no: about a file of the office',
    erasure: 'kept',
    retention: always,
  },
  import_row: {
    columns: ['person_id', 'before'],
    ownData: 'no: the same values are in `changes`',
    erasure: withPerson,
    retention: always,
  },
  issued_number: {
    columns: ['number', 'person_id', 'issued_at'],
    ownData: '`profile`',
    erasure: 'kept: a number is never given twice',
    retention: always,
  },
  reserved_number: {
    columns: ['number', 'written_as', 'email', 'phone_key', 'company_key'],
    ownData: 'no: it belongs to a deleted member',
    erasure: 'email, phone and company are emptied',
    retention: 'until the number is given back',
  },
  open_charge: {
    columns: ['person_id', 'charge_id', 'counts_from', 'due_on', 'open_paise'],
    ownData: 'no: what follows from `ledger_entry`, for lists',
    erasure: withPerson,
    retention: 'while something is owed',
  },
  settlement: {
    columns: ['person_id', 'money_id', 'charge_id', 'kind', 'year', 'paid_on', 'paise'],
    ownData: 'no: what follows from `ledger_entry`, for sums',
    erasure: withPerson,
    retention: 'with the person',
  },
  rate_count: {
    columns: ['key'],
    ownData: 'no: counters',
    erasure: 'kept',
    retention: 'until the time of the limit ends, a year at most',
  },
  request_progress: {
    columns: ['admin_id'],
    ownData: 'no: for a moment only',
    erasure: 'kept',
    retention: 'until the request ends',
  },
} satisfies Record<string, PersonalTable>

/** Tables without anything about people. */
export const otherTables = [
  'backup_run',
  'certificate_counter',
  'database_check',
  'history_seal',
  'history_unsealed',
  'mail_pause',
  'membership_counter',
  'notification_run',
  'receipt_counter',
  'retention_run',
  'setting',
  'write_probe',
] as const

/** Every table of the portal must be in one of the two lists: a missing one is an error here. */
type Missing = Exclude<keyof Tables, keyof typeof personalTables | (typeof otherTables)[number]>
const _isComplete: Missing extends never ? true : Missing = true
void _isComplete

/** The table of docs/data.md. */
export const personalDataTable = (): string =>
  [
    '| Table | Download of own data | Permanent Delete | Kept |',
    '|---|---|---|---|',
    ...Object.entries<PersonalTable>(personalTables).map(
      ([name, { ownData, erasure, retention }]) =>
        `| \`${name}\` | ${ownData} | ${erasure} | ${retention} |`,
    ),
  ].join('\n')

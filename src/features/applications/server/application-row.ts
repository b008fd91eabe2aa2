/** Converts between submitted forms, rows of the table and applications in answers. */
import { companyKey, phoneKey } from '#features/members/duplicate-keys.ts'
import { newId } from '#platform/server/core/ids.ts'
import { normaliseForSearch } from '#shared/search.ts'
import type { Application, ApplicationData } from '../answers.ts'
import type { ApplicationForm } from '../contract.ts'
import type { PaperUrls } from '../rules.ts'
import type { SubmittedForm } from './apply/read-form.ts'
import type { ApplicationRecord, ApplicationRow } from './queries.ts'

/** The columns of a new, pending application that do not come from the form. */
export function newApplicationColumns(now: Date) {
  return {
    id: newId(now),
    status: 'pending',
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    decided_at: null,
    decided_by: null,
    decision_reason: '',
    member_id: null,
    email_confirmed_at: null,
    papers_removed_at: null,
    reminded_at: null,
    deletion_announced_at: null,
    kept_at: null,
    kept_by: null,
    submission_key: null,
  } as const
}

/** The columns that come from the form. */
export function formColumns(
  { form, contentHash }: Pick<SubmittedForm, 'form' | 'contentHash'>,
  papers: PaperUrls,
  now: Date,
) {
  const { type, name, email, companyName: company, noticeVersion: version } = form
  return {
    type,
    name,
    email,
    company_name: company,
    phone_key: phoneKey(form.whatsappNumber),
    company_key: companyKey(company),
    form_data: JSON.stringify(applicationData(form, papers)),
    search_text: [name, company, email].map(normaliseForSearch).join('\n'),
    content_hash: contentHash,
    notice_version: version || null,
    consented_at: version ? now.toISOString() : null,
  }
}

/** The fields of a form with the addresses of its papers. */
export function applicationData(form: ApplicationForm, papers: PaperUrls): ApplicationData {
  const { type: _type, noticeVersion: _version, ...fields } = form
  const { factoryMachineryPhotos: photos = [], ...single } = papers
  const data: ApplicationData = { ...fields }
  for (const [kind, [address]] of Object.entries(single))
    if (address !== undefined) Object.assign(data, { [kind]: address })
  if (photos.length > 0) data.factoryMachineryPhotos = photos
  return data
}

/** The parsed `form_data` of a row. The cast is safe: only this feature writes the column. */
export const storedData = (row: Pick<ApplicationRow, 'form_data'>): ApplicationData =>
  JSON.parse(row.form_data) as ApplicationData

export const applicationFromRow = (row: ApplicationRecord): Application => ({
  id: row.id,
  type: row.type,
  status: row.status,
  created_at: row.created_at,
  updated_at: row.updated_at,
  formData: storedData(row),
  decided_at: row.decided_at,
  decided_by: row.decided_by && (row.decider_name || row.decider_email),
  decision_reason: row.decision_reason,
  member_id: row.member_id,
  membership_number: row.member_number,
  notice_version: row.notice_version,
  consented_at: row.consented_at,
  email_confirmed_at: row.email_confirmed_at,
  papers_removed_at: row.papers_removed_at,
  kept_at: row.kept_at,
})

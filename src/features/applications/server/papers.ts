/** The papers of applications: claiming the files, and their addresses in the data. */

import type { Database } from '#platform/server/database/database.ts'
import {
  claimFile,
  fileNameInUrl,
  fileUrl,
  type StoredFile,
} from '#platform/server/files/stored-files.ts'
import { compare } from '#shared/compare.ts'
import { Refusal } from '#shared/refusal.ts'
import type { ApplicationData } from '../answers.ts'
import { paperKinds } from '../papers.ts'
import { type PaperUrls, paperLabels } from '../rules.ts'
import type { SubmittedForm } from './apply/read-form.ts'

/** The URLs of a form's papers, by kind; `stored` are the files sent with the form itself. */
export function paperUrls(
  { papers }: Pick<SubmittedForm, 'papers'>,
  stored: readonly StoredFile[],
): PaperUrls {
  const urls: PaperUrls = {}
  for (const [kind, { uploadNames }] of papers) {
    const storedNames = stored.filter((file) => file.kind === kind).map(({ name }) => name)
    urls[kind] = [...uploadNames, ...storedNames].map(fileUrl)
  }
  return urls
}

/** Claims the papers for an application. Refusal 'gone' when an upload is missing or claimed. */
export async function claimPapers(
  db: Database,
  applicationId: string,
  papers: PaperUrls,
): Promise<void> {
  // Sorted, so that concurrent transactions lock the rows in the same order and cannot deadlock.
  const claims = paperKinds
    .flatMap((kind) => (papers[kind] ?? []).map((url) => ({ kind, url })))
    .sort((a, b) => compare(a.url, b.url))
  const owner = { owner: 'application', ownerId: applicationId } as const
  for (const { kind, url } of claims)
    if (!(await claimFile(db, fileNameInUrl(url) ?? '', { ...owner, kind })))
      throw new Refusal(
        'gone',
        `Please select the ${paperLabels[kind]} again: its upload is no longer there`,
        { code: 'upload-gone', field: kind },
      )
}

/** The URLs of `papers` that `others` does not have under the same kind. */
export function withoutUrls(papers: PaperUrls, others: PaperUrls): PaperUrls {
  const rest: PaperUrls = {}
  for (const kind of paperKinds)
    rest[kind] = papers[kind]?.filter((url) => !others[kind]?.includes(url)) ?? []
  return rest
}

export const fileNamesOf = (papers: PaperUrls): string[] =>
  Object.values(papers)
    .flat()
    .flatMap((url) => fileNameInUrl(url) ?? [])

/** The data of an application without its papers. */
export function withoutPapers(data: ApplicationData): ApplicationData {
  const rest = { ...data }
  for (const kind of paperKinds) delete rest[kind]
  return rest
}

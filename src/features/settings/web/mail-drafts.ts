import { skipToken, useQuery } from '@tanstack/react-query'
import { queryClient } from '#platform/web/api/query-client.ts'
import type { MailKindName } from '../mail-kinds.ts'

export interface MailText {
  subject: string
  text: string
}

export interface MailDraft extends MailText {
  /** The saved text at the first edit; empty texts for the default. */
  base: MailText
}

type Drafts = Partial<Record<MailKindName, MailDraft>>

// In the cache of queries, which is emptied when the administrator signs out.
const queryKey = ['mail drafts'] as const

const storedDrafts = (): Drafts => queryClient.getQueryData<Drafts>(queryKey) ?? {}

export const storedMailDraft = (kind: MailKindName): MailDraft | undefined => storedDrafts()[kind]

/** Edited texts of mails that are not saved. They stay while other tabs and screens are open. */
export const useMailDrafts = (): Drafts =>
  useQuery<Drafts>({ queryKey, queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY }).data ?? {}

/** Stores the draft of a mail; undefined deletes it. The browser asks before it discards a draft. */
export function setMailDraft(kind: MailKindName, draft: MailDraft | undefined) {
  const { [kind]: _previous, ...others } = storedDrafts()
  queryClient.setQueryData<Drafts>(queryKey, draft ? { ...others, [kind]: draft } : others)
  window.addEventListener('beforeunload', keepDrafts)
}

function keepDrafts(event: BeforeUnloadEvent) {
  if (Object.keys(storedDrafts()).length > 0) event.preventDefault()
}

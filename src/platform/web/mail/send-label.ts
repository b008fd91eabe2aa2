import { countOf } from '#shared/sentences.ts'
import { portal } from '../api/portal-info.ts'

/** The button that mails `count` people; `label` says so while there is a mail server. */
export const sendLabel = (count: number, label: string): string => {
  if (count === 0) return portal.writes_mails_to_files ? 'Write to files' : 'Send'
  return portal.writes_mails_to_files
    ? `Write ${countOf(count, 'email', 'emails')} to files`
    : label
}

import { portal } from '../api/portal-info.ts'

/** What a toast says of an email that is queued: to the member, or to an address. */
export const queuedMailText = (to = 'the member'): string =>
  portal.writes_mails_to_files
    ? `The email to ${to} is written to a file: no mail server is set.`
    : `An email to ${to} is queued.`

import { call } from '#platform/web/api/call.ts'
import { privacyNotice } from '../../rules.ts'

/** Sends an application; repeating the call with the same key makes no second one. */
export function sendApplication(form: FormData, key: string) {
  form.append('noticeVersion', privacyNotice.version)
  return call('/api/auth/apply', { method: 'POST', form, headers: { 'Idempotency-Key': key } })
}

import { send } from '#platform/web/api/client.ts'
import * as endpoints from '../../endpoints.ts'
import { privacyNotice } from '../../rules.ts'

/** Sends an application; repeating the call with the same key makes no second one. */
export function sendApplication(form: FormData, idempotencyKey: string) {
  form.append('noticeVersion', privacyNotice.version)
  return send(endpoints.postApplication, { form, idempotencyKey })
}

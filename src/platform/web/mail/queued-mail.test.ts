// @vitest-environment jsdom
import { expect, onTestFinished, test } from 'vitest'
import { updatePortal } from '../api/portal-info.ts'
import { queuedMailText } from './queued-mail.ts'

test.each([
  [false, undefined, 'An email to the member is queued.'],
  [false, 'asha@ply.example', 'An email to asha@ply.example is queued.'],
  [true, undefined, 'The email to the member is written to a file: no mail server is set.'],
  [
    true,
    'asha@ply.example',
    'The email to asha@ply.example is written to a file: no mail server is set.',
  ],
])('a toast says where an email goes: files %s, to %s', (writes_mails_to_files, to, text) => {
  onTestFinished(() => updatePortal({ writes_mails_to_files: false }))
  updatePortal({ writes_mails_to_files })
  expect(queuedMailText(to)).toBe(text)
})

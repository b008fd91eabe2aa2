// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { currentToast, dismissToast } from '#platform/web/toast/toast.ts'
import { addFiles, clearUploads, uploadQueueFor } from '#platform/web/uploads/upload-queue.ts'
import { postUpload } from '#shared/upload-endpoint.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { oemFormValues as values } from '#test/support/portal/application-values.ts'
import { ApplicationForm } from './ApplicationForm.tsx'
import { sendApplication } from './calls.ts'
import { buildFormData } from './form-data.ts'

/** The required papers, which the association has already. */
const papers = {
  memberPhoto: ['/uploads/photo.jpg'],
  incorporationCertificate: ['/uploads/certificate.pdf'],
  companyPanCard: ['/uploads/pan.pdf'],
  factoryMachineryPhotos: ['/uploads/factory.jpg'],
}
const key = 'draft-of-the-test'

type Answer = { status: number; headers?: Record<string, string>; body: unknown }
const uploaded: Answer = { status: 201, body: { url: '/uploads/card.pdf' } }
const accepted: Answer = { status: 201, body: {} }
const uploadGone: Answer = {
  status: 410,
  headers: { 'Error-Code': 'upload-gone', 'Error-Field': 'businessCard' },
  body: 'Please choose the Business Card again: its upload is no longer there',
}

let api: Awaited<ReturnType<typeof startApi>>
/** The responses to the calls, in order; the last one repeats. */
let uploads: Answer[]
let submissions: Answer[]
let sentCount: number

beforeEach(async () => {
  sentCount = 0
  const next = (answers: Answer[]) => (answers.length > 1 ? answers.shift() : answers[0]) as Answer
  api = await startApi(({ url }) => next(url?.startsWith(postUpload.path) ? uploads : submissions))
})

afterEach(() => {
  cleanup()
  clearUploads(uploadQueueFor(key))
  dismissToast()
})

const submitted = () => api.requests.filter((request) => request === 'POST /api/auth/apply').length

/** Opens the filled-in form with a business card and sends it. */
async function submit() {
  const queue = uploadQueueFor(key)
  addFiles(queue, 'businessCard', [new File(['%PDF-1.4\n%%EOF\n'], 'card.pdf')])
  renderPage(
    <ApplicationForm
      type="oem"
      slot="oem"
      draft={{ key, values }}
      papers={papers}
      asksConsent={false}
      submitLabel="Send"
      send={(typed, list) => sendApplication(buildFormData('oem', typed, list, papers), key)}
      onSent={() => {
        sentCount += 1
      }}
    />,
  )
  await userEvent.click(screen.getByText('Send'))
}

describe('sending an application whose uploads are gone', () => {
  test('uploads the files again and sends it once more', async () => {
    uploads = [uploaded]
    submissions = [uploadGone, accepted]
    await submit()
    await waitFor(() => expect(sentCount).toBe(1))
    expect(submitted()).toBe(2)
  })

  test('does not send it while a file could not be uploaded again', async () => {
    uploads = [uploaded, { status: 404, body: 'There is no such form' }]
    submissions = [uploadGone, accepted]
    await submit()
    await screen.findByText('card.pdf has not been uploaded yet')
    expect(submitted()).toBe(1)
    expect(sentCount).toBe(0)
  })
})

describe('a refused application', () => {
  test.each([
    ['whatsappNumber', 'WhatsApp Number', 'Any sentence about the number'],
    ['companyPanCard', 'Company PAN Card', 'Any sentence about the card'],
  ])('shows the sentence at the field that the refusal names: %s', async (field, label, body) => {
    uploads = [uploaded]
    submissions = [{ status: 400, headers: { 'Error-Field': field }, body }]
    await submit()
    await screen.findByText(body, {}, { timeout: 5000 })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)), {
      timeout: 5000,
    })
    expect(currentToast()?.open).toBeFalsy()
  })

  test('shows the sentence in a toast when the form has no such field', async () => {
    uploads = [uploaded]
    submissions = [{ status: 400, headers: { 'Error-Field': 'materials' }, body: 'A sentence' }]
    await submit()
    await waitFor(() => expect(currentToast()?.description).toBe('A sentence'))
  })
})

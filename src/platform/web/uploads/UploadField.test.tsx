// @vitest-environment jsdom
import { setImmediate as nextImmediate } from 'node:timers/promises'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FileKind } from '#shared/file-kinds.ts'
import { portalHeader } from '#shared/portal-header.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { createUploadStorage } from './stored-uploads.ts'
import { UploadField } from './UploadField.tsx'
import { createUploadQueue } from './upload-queue.ts'

const labels = {
  incorporationCertificate: 'Certificate',
  companyPanCard: 'PAN card',
  businessCard: 'Business card',
  factoryMachineryPhotos: 'Factory photos',
} satisfies Partial<Record<FileKind, string>>

/** The responses to the next uploads, in order; after them each upload is stored. */
let refusals: { status: number; body: string; headers?: Record<string, string> }[]
/** While true, the server has the files but does not answer. */
let isHolding: boolean
/** When given, responses begin but do not end before it resolves. */
let bodyAfter: Promise<void> | undefined
let api: Awaited<ReturnType<typeof startApi>>
let owner = ''
let testCount = 0

beforeEach(async () => {
  testCount += 1
  owner = `draft-${testCount}`
  refusals = []
  isHolding = false
  bodyAfter = undefined
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('structuredClone', cloneWithBlobs)
  api = await startApi(async ({ url }) => {
    // On arrival: a request that is cancelled at the end of a test must not take one from the next test.
    const refusal = refusals.shift()
    while (isHolding) await nextImmediate()
    const stored = { url: `/uploads/${url?.split('=')[1]}.pdf` }
    return refusal ?? { status: 201, body: stored, ...(bodyAfter && { bodyAfter }) }
  })
})

afterEach(() => {
  isHolding = false
  closePage()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Clones values as a browser does: Node's structuredClone does not know the Blobs of the page. */
function cloneWithBlobs(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cloneWithBlobs(one)]))
}

/** Ends the requests and timers of the page. */
let closePage = () => {}

/** Renders the upload fields of a form, as on a newly loaded page. */
async function openPage() {
  const uploads = createUploadQueue(owner, createUploadStorage())
  const page = renderPage(
    Object.entries(labels).map(([kind, label]) => (
      <UploadField
        key={kind}
        kind={kind as keyof typeof labels}
        label={label}
        uploads={uploads}
        tooManyMessage="At most 12 photos"
      />
    )),
  )
  await act(() => uploads.preparing)
  closePage = () => {
    page.unmount()
    for (const controller of uploads.abortControllers.values()) controller.abort()
    uploads.list = []
  }
  return uploads
}

const pdf = (name: string, size = 2000) =>
  new File([`%PDF-1.7\n${'x'.repeat(size)}`], name, { type: 'application/pdf' })

const choose = (label: string, ...files: File[]) =>
  userEvent.upload(screen.getByLabelText(label), files, { applyAccept: false })

/** The state that each row of the page shows, in order. */
const states = () =>
  [...document.querySelectorAll('[data-upload]')].map((row) => row.getAttribute('data-upload'))
const rowOf = (name: string) => screen.getByTitle(name).closest('li')
const uploadRequests = () => api.requests.filter((request) => request.startsWith('POST')).length
const until = (...expected: string[]) => waitFor(() => expect(states()).toEqual(expected))

/** Selects three files: two are being uploaded, and no upload ends while `isHolding`. */
async function sendThreeFiles() {
  isHolding = true
  await openPage()
  await choose('Certificate', pdf('one.pdf'))
  await choose('PAN card', pdf('two.pdf'))
  await choose('Business card', pdf('three.pdf'))
  await until('sending', 'sending', 'waiting')
}

describe('selected files', () => {
  test('are uploaded two at a time', async () => {
    await sendThreeFiles()
    expect(rowOf('three.pdf')?.textContent).toContain('Queued · 2 KB')
    isHolding = false
    await until('done', 'done', 'done')
    expect(uploadRequests()).toBe(3)
  })

  test('show their progress, then the check, then completion', async () => {
    isHolding = true
    let release = () => {}
    bodyAfter = new Promise<void>((resolve) => {
      release = resolve
    })
    const uploads = await openPage()
    await choose('Certificate', pdf('big.pdf', 3_000_000))
    await until('sending')
    expect(rowOf('big.pdf')?.textContent).toContain('0 % of 2.9 MB')
    const bar = screen.getByRole('progressbar', { name: 'Upload of big.pdf' })
    expect(bar).toHaveProperty('value', 0)
    // In jsdom an upload has been sent when its answer begins.
    isHolding = false
    await waitFor(() => expect(rowOf('big.pdf')?.textContent).toContain('Checking…'))
    expect(bar).toHaveProperty('value', 1)
    release()
    await until('done')
    expect(rowOf('big.pdf')?.textContent).toContain('Uploaded · 2.9 MB')
    expect(uploads.list[0]?.url).toBe('/uploads/incorporationCertificate.pdf')
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain(
      'big.pdf: uploaded',
    )
  })

  test('of another type are refused without being sent', async () => {
    await openPage()
    await choose('Certificate', new File(['MZ'], 'program.pdf', { type: 'application/pdf' }))
    await until('refused')
    expect(rowOf('program.pdf')?.textContent).toContain('Please choose a PDF, JPG or PNG file')
    expect(uploadRequests()).toBe(0)
  })

  test.each([
    [
      'heic',
      '\0\0\0\x18ftypheic',
      'This file is named .jpg but is a HEIC photo, as iPhones make them.',
    ],
    ['avif', '\0\0\0\x18ftypavif', 'This file is named .jpg but is an AVIF picture.'],
    ['webp', 'RIFFabcdWEBP', 'This file is named .jpg but is a WebP picture.'],
  ])('of %s are named for what they are', async (_type, content, message) => {
    await openPage()
    await choose('Certificate', new File([content], 'scan.jpg', { type: 'image/jpeg' }))
    await until('refused')
    expect(rowOf('scan.jpg')?.textContent).toContain(message)
  })

  test('are sent as PDFs that begin with their header', async () => {
    const uploads = await openPage()
    await choose('Certificate', new File(['\ufeff\r\n%PDF-1.7'], 'scan.pdf'))
    await until('done')
    const blob = uploads.blobs.get(uploads.list[0]?.id ?? '')
    expect(blob?.size).toBe('%PDF-1.7'.length)
  })

  test('that the server rejects show its message and are not retried', async () => {
    refusals = [{ status: 415, body: 'This PDF is protected by a password' }]
    await openPage()
    await choose('Certificate', pdf('locked.pdf'))
    await until('refused')
    expect(rowOf('locked.pdf')?.textContent).toContain('This PDF is protected by a password')
    expect(screen.queryByLabelText('Try again: locked.pdf')).toBeNull()
    expect(screen.getByLabelText('Remove locked.pdf')).toBeDefined()
  })

  test('that a proxy finds too large are refused without its page', async () => {
    const headers = { 'Content-Type': 'text/html', [portalHeader]: '' }
    refusals = [{ status: 413, body: '<html><h1>413 Request Entity Too Large</h1>', headers }]
    await openPage()
    await choose('Certificate', pdf('large.pdf'))
    await until('refused')
    expect(rowOf('large.pdf')?.textContent).toMatch(/This is too large for the server$/)
  })

  test('replace the previous file where the form takes one', async () => {
    await openPage()
    await choose('Certificate', pdf('old.pdf'))
    await until('done')
    await choose('Certificate', pdf('new.pdf'))
    await until('done')
    expect(screen.queryByTitle('old.pdf')).toBeNull()
    expect(rowOf('new.pdf')).toBeDefined()
  })

  test('above the maximum number are left out with a message', async () => {
    await openPage()
    const photos = Array.from({ length: 14 }, (_, index) => pdf(`${index}.jpg`))
    await choose('Factory photos', ...photos)
    await waitFor(() => expect(states().length).toBe(12))
    expect(screen.getByText('At most 12 photos; 2 were left out')).toBeDefined()
    expect(screen.getByLabelText('Factory photos')).toHaveProperty('disabled', true)
  })

  test('can be dropped on the field', async () => {
    await openPage()
    const zone = screen.getByLabelText('Certificate').parentElement
    if (!zone) throw new Error('no drop zone')
    fireEvent.drop(zone, { dataTransfer: { files: [pdf('dropped.pdf')] } })
    await until('done')
    expect(rowOf('dropped.pdf')).toBeDefined()
  })
})

describe('a failed upload', () => {
  test('is retried automatically after a temporary failure', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    refusals = [{ status: 503, body: 'The portal is busy' }]
    await openPage()
    await choose('Certificate', pdf('one.pdf'))
    await until('paused')
    expect(rowOf('one.pdf')?.textContent).toContain(
      'The portal is busy. Upload will resume automatically.',
    )
    await waitFor(() => expect(states()).toEqual(['done']))
    expect(uploadRequests()).toBe(2)
  })

  test('is retried immediately by its button or when the connection is back', async () => {
    // Without a connection no timer retries it.
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    refusals = [
      { status: 503, body: 'Busy' },
      { status: 503, body: 'Busy' },
    ]
    await openPage()
    await choose('Certificate', pdf('one.pdf'))
    await until('paused')
    await userEvent.click(screen.getByLabelText('Try again: one.pdf'))
    await waitFor(() => expect(uploadRequests()).toBe(2))
    await until('paused')
    act(() => void window.dispatchEvent(new Event('online')))
    await until('done')
  })

  test('waits for the user when a retry cannot help', async () => {
    refusals = [{ status: 403, body: 'Not from here' }]
    await openPage()
    await choose('Certificate', pdf('one.pdf'))
    await until('failed')
    expect(rowOf('one.pdf')?.textContent).toContain('Not from here')
    await userEvent.click(screen.getByLabelText('Try again: one.pdf'))
    await until('done')
    expect(uploadRequests()).toBe(2)
  })

  test('shows that there is no connection', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await openPage()
    await api.close()
    await choose('Certificate', pdf('one.pdf'))
    await until('paused')
    expect(rowOf('one.pdf')?.textContent).toContain(
      'No connection. Upload will resume automatically.',
    )
  })
})

describe('the button of an uploaded file', () => {
  test('cancels a running upload and starts the next one', async () => {
    await sendThreeFiles()
    await userEvent.click(screen.getByLabelText('Cancel one.pdf'))
    await until('sending', 'sending')
    expect(screen.queryByTitle('one.pdf')).toBeNull()
    expect(document.activeElement).toBe(screen.getByLabelText('Certificate'))
  })

  test('removes a completed upload', async () => {
    const uploads = await openPage()
    await choose('Certificate', pdf('one.pdf'))
    await until('done')
    await userEvent.click(screen.getByLabelText('Remove one.pdf'))
    await until()
    expect(uploads.list).toEqual([])
  })
})

describe('after a reload of the page', () => {
  test('uploaded files are restored and pending ones are sent', async () => {
    await openPage()
    await choose('Certificate', pdf('one.pdf'))
    await until('done')
    isHolding = true
    await choose('PAN card', pdf('two.pdf'))
    await waitFor(() => expect(uploadRequests()).toBe(2))
    closePage()
    isHolding = false
    const uploads = await openPage()
    await until('done', 'done')
    expect(uploads.list.map(({ name, url }) => `${name} ${url}`)).toEqual([
      'one.pdf /uploads/incorporationCertificate.pdf',
      'two.pdf /uploads/companyPanCard.pdf',
    ])
    expect(uploadRequests()).toBe(3)
  })

  test('files of another form are not shown', async () => {
    await openPage()
    await choose('Certificate', pdf('one.pdf'))
    await until('done')
    closePage()
    owner = 'another draft'
    await openPage()
    expect(states()).toEqual([])
  })

  test('removed files are not restored', async () => {
    await openPage()
    await choose('Certificate', pdf('one.pdf'))
    await until('done')
    await userEvent.click(screen.getByLabelText('Remove one.pdf'))
    closePage()
    await openPage()
    expect(states()).toEqual([])
  })

  test('files are not restored where the browser refuses storage, and uploads still work', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Access is denied', 'SecurityError')
    })
    await openPage()
    await choose('Certificate', pdf('one.pdf'))
    await until('done')
    closePage()
    await openPage()
    expect(states()).toEqual([])
  })
})

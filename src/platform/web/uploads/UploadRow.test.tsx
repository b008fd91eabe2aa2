// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { UploadRow } from './UploadRow.tsx'
import { type Upload, uploadQueueFor } from './upload-queue.ts'

test.each([
  ['No connection', 'No connection. Upload will resume automatically.'],
  ['The connection was lost.', 'The connection was lost. Upload will resume automatically.'],
])('a paused upload with the reason %j shows %j', (error, sentence) => {
  const upload: Upload = {
    id: '1',
    kind: 'logo',
    name: 'logo.png',
    size: 2048,
    type: 'png',
    state: 'paused',
    progress: 0,
    error,
  }
  render(<UploadRow uploads={uploadQueueFor('test')} upload={upload} />)
  expect(screen.getByText(sentence)).toBeTruthy()
})

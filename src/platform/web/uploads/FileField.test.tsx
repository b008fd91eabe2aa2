// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { FileField } from './FileField.tsx'

function Form() {
  const [file, setFile] = useState<File>()
  return (
    <FileField label="Screenshot" hint="JPG or PNG" accept=".jpg" file={file} onChange={setFile} />
  )
}

const list = new File(['x'.repeat(3000)], 'list.csv')

test('a file is chosen or dropped, replaced and removed, and the field keeps its name', async () => {
  render(<Form />)
  const input = screen.getByLabelText('Screenshot')
  expect(screen.getByText('JPG or PNG')).toBeTruthy()
  await userEvent.upload(input, list, { applyAccept: false })
  expect(screen.getByTitle('list.csv').parentElement?.textContent).toBe('list.csv3 KB')
  expect(screen.getByText('Replace')).toBeTruthy()

  if (input.parentElement)
    fireEvent.drop(input.parentElement, { dataTransfer: { files: [new File([''], 'other.csv')] } })
  expect(screen.queryByTitle('list.csv')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remove other.csv' }))
  expect(screen.queryByText('Replace')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Screenshot'))
  // The field is the same element in both shapes, so that it keeps the focus.
  expect(screen.getByLabelText('Screenshot')).toBe(input)
})

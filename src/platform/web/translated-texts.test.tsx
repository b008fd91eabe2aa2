// @vitest-environment jsdom
import { render, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { watchTranslatedTexts } from './translated-texts.ts'

const Missing = ({ count }: { count: number }) => <p>{count} fields to complete</p>

const fontOf = (text: Node) => {
  const font = document.createElement('font')
  font.append(text.nodeValue ?? '')
  return font
}

test.each<[string, (text: ChildNode) => void]>([
  ['at once', (text) => text.replaceWith(fontOf(text))],
  [
    'in two steps',
    (text) => {
      text.before(fontOf(text))
      text.remove()
    },
  ],
])('a number changes in a sentence that was replaced %s', async (_, replace) => {
  watchTranslatedTexts()
  const { container, rerender } = render(<Missing count={3} />)
  for (const text of [...(container.querySelector('p')?.childNodes ?? [])]) replace(text)
  await waitFor(() => expect(container.querySelectorAll('font')).toHaveLength(2))
  for (const count of [2, 1]) {
    rerender(<Missing count={count} />)
    await waitFor(() => expect(container.textContent).toBe(`${count} fields to complete`))
  }
})

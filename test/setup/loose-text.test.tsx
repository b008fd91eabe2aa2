// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Button } from '#platform/web/ui/Button.tsx'

const Loose = ({ pending }: { pending: boolean }) => (
  <button type="button">{[pending && <b key="spinner" />, 'Send']}</button>
)

test('a text beside a conditional element is refused, as by a translated page', () => {
  const { rerender } = render(<Loose pending={false} />)
  expect(() => rerender(<Loose pending />)).toThrow('"Send" needs an element of its own')
})

test('the text of a button has an element of its own', () => {
  const { rerender, container } = render(<Button>Send</Button>)
  rerender(<Button pending>Send</Button>)
  rerender(<Button icon={<b />}>Send</Button>)
  expect(container.textContent).toBe('Send')
})

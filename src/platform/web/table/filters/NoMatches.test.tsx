// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { NoMatches } from './NoMatches.tsx'

test('a search without matches says what to try, a filter alone does not', () => {
  const { rerender } = render(<NoMatches title="No members match" onClear={() => {}} />)
  expect(screen.getByText('Try different words.')).toBeDefined()
  rerender(
    <NoMatches title="No such lines" onClear={() => {}}>
      {null}
    </NoMatches>,
  )
  expect(screen.queryByText('Try different words.')).toBeNull()
})

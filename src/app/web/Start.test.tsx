// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { expect, test } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { Start } from './Start.tsx'

test('a change of the query renders only what reads it, not the whole portal', async () => {
  navigate('/no-such-screen')
  let renders = 0
  render(
    <Profiler id="portal" onRender={() => renders++}>
      <Start />
    </Profiler>,
  )
  await screen.findByRole('heading', { name: /not found/i })
  const before = renders
  act(() => navigate('/no-such-screen?q=a', { replace: true }))
  expect(renders).toBe(before)
})

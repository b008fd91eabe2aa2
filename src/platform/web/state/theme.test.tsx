// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { selectTheme, useBrowserBarColour, useTheme, watchTheme } from './theme.ts'

const setCookie = (text: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = text
}

afterEach(() => {
  setCookie('theme=system; Path=/; Max-Age=0')
  delete document.documentElement.dataset.theme
})

const Current = () => <p>{useTheme()}</p>

test('a selected theme applies immediately and is stored on the device', () => {
  render(<Current />)
  expect(screen.getByText('system')).toBeDefined()
  act(() => selectTheme('dark'))
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(document.cookie).toContain('theme=dark')
})

test('components follow the theme', async () => {
  render(<Current />)
  act(() => selectTheme('light'))
  await screen.findByText('light')
})

test("selecting 'system' removes the stored choice", () => {
  selectTheme('dark')
  selectTheme('system')
  expect(document.cookie).not.toContain('theme=')
  expect(document.documentElement.dataset.theme).toBe('system')
})

test('a theme selected in another tab applies when this tab is shown', async () => {
  onTestFinished(watchTheme())
  render(<Current />)
  setCookie('theme=dark; Path=/')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await screen.findByText('dark')
})

test('a browser that refuses cookies shows the selected theme', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  Object.defineProperty(document, 'cookie', { configurable: true, get: refuse, set: refuse })
  try {
    const stop = watchTheme()
    selectTheme('dark')
    stop()
  } finally {
    Reflect.deleteProperty(document, 'cookie')
  }
  expect(document.documentElement.dataset.theme).toBe('dark')
})

test("the browser's own bar has the colour of the top of the screen", async () => {
  const meta = document.createElement('meta')
  meta.name = 'theme-color'
  document.head.append(meta)
  function Bar() {
    const ref = useRef<HTMLButtonElement>(null)
    useBrowserBarColour(ref)
    return (
      <button
        ref={ref}
        type="button"
        style={{ backgroundColor: 'rgb(1, 2, 3)' }}
        onClick={({ currentTarget }) => {
          currentTarget.style.backgroundColor = 'rgb(4, 5, 6)'
          selectTheme('dark')
        }}
      />
    )
  }
  render(<Bar />)
  expect(meta.content).toBe('rgb(1, 2, 3)')
  await userEvent.click(screen.getByRole('button'))
  expect(meta.content).toBe('rgb(4, 5, 6)')
  meta.remove()
})

// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { lazyComponent } from './lazy-component.tsx'
import { lazyPart } from './lazy-part.tsx'

interface GreetingProps {
  name: string
}

const Greeting = ({ name }: GreetingProps) => <p>Hello {name}</p>

/** Code whose loading attempts succeed (true) or fail (false), in this order. */
function codeThat(...arrives: readonly boolean[]) {
  let requests = 0
  const load = async () => {
    requests += 1
    if (!arrives[requests - 1]) throw new TypeError('Failed to fetch dynamically imported module')
    return Greeting
  }
  return { load, requests: () => requests }
}

const alert = () => screen.queryByText("Couldn't load this section")

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('renders the component with its props when its code has loaded', async () => {
  const { load, requests } = codeThat(true)
  const Lazy = lazyComponent(load)
  const { rerender } = render(<Lazy name="Asha" />)
  expect(screen.queryByText('Hello Asha')).toBeNull()
  await screen.findByText('Hello Asha')
  rerender(<Lazy name="Ravi" />)
  expect(screen.getByText('Hello Ravi')).toBeDefined()
  expect(requests()).toBe(1)
})

test('renders preloaded code immediately', async () => {
  const { load, requests } = codeThat(true)
  const Lazy = lazyComponent(load)
  await Lazy.preload()
  render(<Lazy name="Asha" />)
  expect(screen.getByText('Hello Asha')).toBeDefined()
  expect(requests()).toBe(1)
})

test('shows the placeholder only when loading is slow', async () => {
  let arrive = () => {}
  const load = () =>
    new Promise<typeof Greeting>((resolve) => {
      arrive = () => resolve(Greeting)
    })
  const Lazy = lazyComponent(load, { placeholder: ({ name }) => <p>Loading {name}</p> })
  render(<Lazy name="Asha" />)
  expect(screen.queryByText('Loading Asha')).toBeNull()
  await screen.findByText('Loading Asha')
  arrive()
  await screen.findByText('Hello Asha')
  expect(screen.queryByText('Loading Asha')).toBeNull()
})

test('renders code that arrives between the first render and its effect', async () => {
  // Without act, effects run in a later task than the render.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  let arrive = () => {}
  const load = () =>
    new Promise<typeof Greeting>((resolve) => {
      arrive = () => resolve(Greeting)
    })
  const Lazy = lazyComponent(load)
  void Lazy.preload()
  function Parent() {
    useLayoutEffect(() => arrive(), [])
    return <Lazy name="Asha" />
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<Parent />)
  await screen.findByText('Hello Asha')
  root.unmount()
})

test('retries a failed request once automatically', async () => {
  const { load, requests } = codeThat(false, true)
  const Lazy = lazyComponent(load)
  render(<Lazy name="Asha" />)
  await screen.findByText('Hello Asha')
  expect(requests()).toBe(2)
})

test('shows a message instead of code that failed to load, with a button to retry', async () => {
  const { load } = codeThat(false, false, true)
  const Lazy = lazyPart(load)
  render(
    <>
      <p>The board</p>
      <Lazy name="Asha" />
    </>,
  )
  await screen.findByText("Couldn't load this section")
  expect(screen.getByText('The board')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Hello Asha')
  expect(alert()).toBeNull()
})

test('keeps the message while retries fail', async () => {
  const { load, requests } = codeThat(false, false, false, false)
  const Lazy = lazyPart(load)
  render(<Lazy name="Asha" />)
  const button = await screen.findByRole('button', { name: 'Try again' })
  await userEvent.click(button)
  await waitFor(() => expect(requests()).toBe(4))
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  expect(alert()).not.toBeNull()
})

test('a screen throws the failure to its error boundary and retries when opened again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { load } = codeThat(false, false, true)
  const Lazy = lazyComponent(load)
  const { rerender } = render(
    <ErrorBoundary resetKey="/one">
      <Lazy name="Asha" />
    </ErrorBoundary>,
  )
  await screen.findByText("Couldn't open this page")
  rerender(
    <ErrorBoundary resetKey="/two">
      <Lazy name="Asha" />
    </ErrorBoundary>,
  )
  await screen.findByText('Hello Asha')
})

/** For component tests: renders a page with a real HTTP server as its API. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, onTestFinished } from 'vitest'
import { queryClient } from '#platform/web/api/query-client.ts'
import { portalHeader, portalHeaderValue } from '#shared/portal-header.ts'

/** Renders with the query cache of the portal, emptied first. */
export function renderPage(ui: ReactNode) {
  queryClient.clear()
  const wrapped = (content: ReactNode) => (
    <QueryClientProvider client={queryClient}>{content}</QueryClientProvider>
  )
  const { rerender, ...page } = render(wrapped(ui))
  return { ...page, rerender: (next: ReactNode) => rerender(wrapped(next)) }
}

/** Lays the page out in a window of this width, in pixels; 1024 is the usual one. */
export function setPageWidth(width: number) {
  window.innerWidth = width
  act(() => void window.dispatchEvent(new Event('resize')))
}

/** Selects an option in the menu of a filter's chip. */
export async function selectFilter(chip: string | RegExp, option: string) {
  await userEvent.click(screen.getByRole('button', { name: chip }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: option }))
}

/** Resolves after the next paint and what components do in the task that follows it. */
export const nextPaint = () =>
  act(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))))

/** Resolves when the history has as many entries of modals as these; it follows them in later tasks. */
export const historyOfModals = (count: number) =>
  waitFor(() => expect(window.history.state?.modals ?? 0).toBe(count))

interface ApiResponse {
  status?: number
  headers?: Record<string, string>
  /** Sent as JSON, except strings. */
  body?: unknown
  /** Delays the body until it resolves; the headers are sent immediately. */
  bodyAfter?: Promise<unknown>
}

type Handler = (request: IncomingMessage, body: string) => ApiResponse | Promise<ApiResponse>

/** Headers for CORS: jsdom keeps the initial origin of the page, and its XMLHttpRequest checks it. */
const crossOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Expose-Headers': '*',
}

/**
 * A server at the origin of the page until the test has finished; `close` ends it earlier, as if there were no
 * connection. `handle` may be replaced; `requests` lists method and path.
 */
export async function startApi(handle: Handler) {
  const api = { handle, requests: [] as string[], close: () => closeServer(server) }
  const server = createServer(async (request, response) => {
    // A preflight is not a request of the page.
    if (request.method === 'OPTIONS') return response.writeHead(204, crossOrigin).end()
    api.requests.push(`${request.method} ${request.url}`)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const {
      status = 200,
      headers = {},
      body = '',
      bodyAfter,
    } = await api.handle(request, Buffer.concat(chunks).toString())
    response.writeHead(status, {
      'Content-Type': 'text/plain',
      [portalHeader]: portalHeaderValue,
      ...crossOrigin,
      ...headers,
    })
    response.flushHeaders()
    await bodyAfter
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(api.close)
  setAddress(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return api
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/** Sets the URL of the page, the base of relative URLs. */
function setAddress(url: string) {
  const { jsdom } = globalThis as unknown as {
    jsdom: { reconfigure: (to: { url: string }) => void }
  }
  jsdom.reconfigure({ url })
}

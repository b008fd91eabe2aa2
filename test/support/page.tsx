/** For component tests: a page as the browser has it, and a real server behind it. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { queryClient } from '#platform/web/api/query-client.ts'

/** Renders with the cache of the portal, which is emptied first. */
export function renderPage(ui: ReactNode) {
  queryClient.clear()
  const wrapped = (content: ReactNode) => (
    <QueryClientProvider client={queryClient}>{content}</QueryClientProvider>
  )
  const { rerender, ...page } = render(wrapped(ui))
  return { ...page, rerender: (next: ReactNode) => rerender(wrapped(next)) }
}

interface Answer {
  status?: number
  headers?: Record<string, string>
  /** Sent as JSON, a string as it is. */
  body?: unknown
  /** Given, the body follows the headers only then. */
  bodyAfter?: Promise<unknown>
}

type Handler = (request: IncomingMessage, body: string) => Answer | Promise<Answer>

/** A page of jsdom keeps the origin it began with, and its XMLHttpRequest minds it. */
const crossOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Expose-Headers': '*',
}

/** A server at the address of the page. `handle` may be replaced, `requests` lists method and path. */
export async function startApi(handle: Handler) {
  const api = { handle, requests: [] as string[], close: () => closeServer(server) }
  const server = createServer(async (request, response) => {
    // What another origin would have to ask first is no request of the page.
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
    response.writeHead(status, { 'Content-Type': 'text/plain', ...crossOrigin, ...headers })
    response.flushHeaders()
    await bodyAfter
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  setAddress(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return api
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/** The page's own address, to which relative ones belong. */
function setAddress(url: string) {
  const { jsdom } = globalThis as unknown as {
    jsdom: { reconfigure: (to: { url: string }) => void }
  }
  jsdom.reconfigure({ url })
}

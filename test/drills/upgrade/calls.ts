/** The calls of the portals that are compared. What only one of them has is neither asked nor compared. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '#shared/records.ts'

export interface SharedCalls {
  /** The calls of both portals as they are declared, like 'GET /api/members/:id'. */
  routes: string[]
  /** The calls that only one of the portals has. */
  others: string[]
  /** Whether both portals have a call like 'GET /api/members/7?x=y', as far as it is declared. */
  isShared: (call: string) => boolean
}

/** The calls that the source code in this folder declares. */
export async function declaredCalls(checkout: string): Promise<string[]> {
  const routes = new Set<string>()
  const source = join(checkout, 'src')
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('/endpoints.ts')) continue
    const declared: Record<string, unknown> = await import(join(source, file))
    for (const endpoint of Object.values(declared))
      if (isRecord(endpoint) && typeof endpoint.route === 'string') routes.add(endpoint.route)
  }
  if (routes.size === 0) throw new Error(`No calls are declared in ${source}`)
  return [...routes]
}

export function sharedCalls(before: readonly string[], after: readonly string[]): SharedCalls {
  const shared = before.filter((route) => after.includes(route)).toSorted()
  const others = [...before, ...after].filter((route) => !shared.includes(route)).toSorted()
  // Names come before parameters: '/members/cities' is not '/members/:id'.
  const all = [...shared, ...others].toSorted((a, b) => parameters(a) - parameters(b))
  return {
    routes: shared,
    others,
    isShared: (call) => {
      const route = all.find((one) => isCallOf(one, call))
      return route === undefined || !others.includes(route)
    },
  }
}

export const isCallOf = (route: string, call: string): boolean =>
  new RegExp(`^${route.replace(/:\w+/g, '[^/?]+')}(\\?|$)`).test(call)

const parameters = (route: string): number => route.split(':').length

/** The calls that write, with a path and a body that their schemas accept. */
import { accessOf } from '#platform/server/http/guards.ts'
import type { Route } from '#platform/server/http/route.ts'
import type { Persona } from '#test/support/portal/personas.ts'
import type { FilledPortal } from './filled-portal.ts'
import { validBody } from './schema-values.ts'

/** The writing calls of a person with a body, but those that end the session of the client. */
export const writesOf = ({ portal }: FilledPortal, persona: Persona): Route[] =>
  portal.routes.filter(
    ({ endpoint, spec, guard }) =>
      endpoint.method !== 'GET' &&
      !spec.form &&
      !/logout|sessions/.test(endpoint.path) &&
      mayCall(accessOf(guard), persona),
  )

const mayCall = (access: ReturnType<typeof accessOf>, persona: Persona): boolean => {
  if (access === 'anyone') return true
  return (
    persona !== 'visitor' && (access === 'signed-in' || !!access?.some((role) => role === persona))
  )
}

/** The path with an id of the test's OEM, or of its records. */
export const pathOf = ({ endpoint }: Route, { ids }: FilledPortal): string =>
  endpoint.path.replace(
    /([\w-]+)\/:\w+/,
    (_all, kind: string) => `${kind}/${ids[kind]?.[0] ?? 'no-such-id'}`,
  )

export const bodyOf = (
  { endpoint, spec }: Route,
  { ids }: FilledPortal,
  seed: number,
): Record<string, unknown> =>
  spec.body ? { ...validBody(endpoint.route, spec.body, seed, Object.values(ids).flat()) } : {}

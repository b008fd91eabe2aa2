/** Plays calls on a portal one after the other and records what each was answered. */
import type { ApiClient } from '#test/support/process/api-client.ts'
import type { FrozenClock } from '../clock.ts'
import { adminEmail, type Setting } from '../installations.ts'
import { type SignInType, signInAgain } from '../people.ts'
import { type Readable, readable } from '../readable.ts'

/** A call and its answer. */
export interface RecordedCall extends Readable {
  /** 'yyyy-MM-dd, what it is about'. */
  step: string
  call: string
  sent: unknown
}

export interface CallRecorder {
  clock: FrozenClock
  calls: RecordedCall[]
  /** A recorded call of the administrator; it says in words what it is about. */
  admin: (about: string, call: string, payload?: unknown) => Promise<RecordedCall>
  /** A recorded call of another person. */
  as: (
    person: { email: string; type: SignInType },
    about: string,
    call: string,
    payload?: unknown,
  ) => Promise<RecordedCall>
  /** A recorded call of a visitor. */
  visitor: (about: string, call: string, payload?: unknown) => Promise<RecordedCall>
  /** A look at the portal that is not recorded; undefined when it is refused. */
  look: (path: string) => Promise<unknown>
  /** The ids of the members by email address, or by the name of the firm. */
  ids: Map<string, string>
  learnIds: () => Promise<void>
}

/** Sessions of administrators end while nothing is called. */
const sessionHours = 3

export function createCallRecorder(
  { clock, env, mail }: Setting,
  portal: { url: string },
): CallRecorder {
  const calls: RecordedCall[] = []
  const ids = new Map<string, string>()
  const people = new Map<string, { client: ApiClient; since: number }>()
  const visitorClient = env.client(portal)

  const clientOf = async (email: string, type: SignInType): Promise<ApiClient> => {
    const known = people.get(email)
    const now = clock.now().getTime()
    if (known && now - known.since < sessionHours * 3_600_000) return known.client
    const client = known?.client ?? env.client(portal)
    await signInAgain(client, mail, email, type)
    people.set(email, { client, since: now })
    return client
  }
  const tell = async (client: ApiClient, about: string, call: string, payload: unknown) => {
    clock.advance(20)
    const [method = '', path = ''] = call.split(' ')
    const answer = await readable(await client.request(method, path, payload))
    const day = clock.now().toISOString().slice(0, 10)
    const sent = payload instanceof FormData ? await formOf(payload) : (payload ?? null)
    const one = { step: `${day}, ${about}`, call, sent, ...answer }
    calls.push(one)
    return one
  }
  const look = async (path: string): Promise<unknown> => {
    const client = await clientOf(adminEmail, 'admin')
    const { status, text } = await client.request('GET', path)
    return status === 200 ? JSON.parse(text) : undefined
  }

  return {
    clock,
    calls,
    ids,
    look,
    admin: async (about, call, payload) =>
      tell(await clientOf(adminEmail, 'admin'), about, call, payload),
    as: async ({ email, type }, about, call, payload) =>
      tell(await clientOf(email, type), about, call, payload),
    visitor: (about, call, payload) => tell(visitorClient, about, call, payload),
    learnIds: async () => {
      const members = (await look('/api/admin/members')) as {
        id: string
        email: string
        company_name: string
      }[]
      for (const { id, email, company_name } of members) ids.set(email || company_name, id)
    },
  }
}

/** The texts of a form; of a file its name. */
const formOf = async (form: FormData) =>
  Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  )

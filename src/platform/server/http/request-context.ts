import type { Context } from 'hono'
import type { Role } from '#shared/roles.ts'
import type { Client } from './client-network.ts'

/** The signed-in person behind a request, read from the database at that request. */
export interface Caller {
  id: string
  role: Role | null
  name: string
  email: string
  company_name: string
  /** The session the request came with. */
  session: string
  /** True for a person who has a second factor. */
  hasSecondFactor: boolean
  /** True when the second factor must be given again before a sensitive act (`onlyConfirmed`). */
  isConfirmationDue: boolean
}

/**
 * Why a session opens nothing yet (contract 11.10): its second factor must be given, or one must be set
 * up first.
 */
export type Limitation = 'confirm' | 'enrol'

declare module 'hono' {
  interface ContextVariableMap {
    /** The person of a limited session, for which `findCaller` returns undefined. */
    limitedCaller: { caller: Caller; limitation: Limitation } | undefined
  }
}

/** Set by the request middleware before any route runs; read it as `c.var.request`. */
export interface RequestContext {
  id: string
  /** With its IP address; behind trusted proxies, the address they report. */
  client: Client
  /** The signed-in person, read from the database at every call; undefined without a session or in a limited one. */
  findCaller: (c: Context) => Promise<Caller | undefined>
}

export type PortalEnv = { Variables: { request: RequestContext; caller: Caller | undefined } }
export type SignedInEnv = { Variables: { request: RequestContext; caller: Caller } }

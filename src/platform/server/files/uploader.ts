import { randomUUID } from 'node:crypto'
import { type Client, clientNetwork, limitFactor, networkOf } from '../http/client-network.ts'
import type { Caller } from '../http/request-context.ts'
import type { PersonUploader, VisitorUploader } from './file-store-interface.ts'

/**
 * Returns the visitor as the uploader of files. In a local trial and behind an undeclared proxy all visitors have the
 * same address, so each call is queued on its own. Stored bytes count for the /48 network of an IPv6 address, because
 * one customer has 65,536 /64 networks.
 */
export const visitorFrom = (client: Client): VisitorUploader => ({
  visitor: client.kind === 'single' ? clientNetwork(client) : randomUUID(),
  network: networkOf(client.address, 48),
  factor: limitFactor(client),
})

/** A signed-in person as the uploader of files. */
export const personFrom = ({ id, role }: Pick<Caller, 'id' | 'role'>): PersonUploader => ({
  person: id,
  role,
})

/** The portal itself, for the sample association. */
export const portalUploader: VisitorUploader = {
  visitor: 'portal',
  network: 'portal',
  factor: Number.POSITIVE_INFINITY,
}

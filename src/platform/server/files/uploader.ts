import { randomUUID } from 'node:crypto'
import {
  clientNetwork,
  isSharedClient,
  isTrialClient,
  limitFactor,
} from '../http/client-network.ts'
import type { Caller } from '../http/request-context.ts'
import type { PersonUploader, VisitorUploader } from './file-store-interface.ts'

/**
 * A visitor as the uploader of files. In a local trial and behind an undeclared proxy all visitors have
 * the same address, so each call has a turn of its own.
 */
export const visitorFrom = (client: string): VisitorUploader => ({
  visitor: isTrialClient(client) || isSharedClient(client) ? randomUUID() : clientNetwork(client),
  network: clientNetwork(client),
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

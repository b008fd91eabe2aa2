import { randomUUID } from 'node:crypto'
import { clientNetwork, isLoopback } from '../http/client-network.ts'

/**
 * A visitor as the uploader of files. On loopback (behind an undeclared proxy) all visitors have the
 * same address, so each call counts as a separate uploader.
 */
export const visitorFrom = (client: string): { visitor: string } => ({
  visitor: isLoopback(client) ? randomUUID() : clientNetwork(client),
})

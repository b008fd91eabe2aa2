import { randomUUID } from 'node:crypto'
import { clientNetwork, isSharedClient, isTrialClient } from '../http/client-network.ts'

/**
 * A visitor as the uploader of files. In a local trial and behind an undeclared proxy all visitors have
 * the same address, so each call counts as a separate uploader.
 */
export const visitorFrom = (client: string): { visitor: string } => ({
  visitor: isTrialClient(client) || isSharedClient(client) ? randomUUID() : clientNetwork(client),
})

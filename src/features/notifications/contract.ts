import { z } from 'zod'

/** When an administrator is mailed about events of a kind. */
export const deliveries = ['immediate', 'digest', 'off'] as const
export type Delivery = (typeof deliveries)[number]

export const deliveryLabels: Record<Delivery, string> = {
  immediate: 'At once',
  digest: 'Daily digest',
  off: 'Off',
}

/** The kinds of events, in the order of screen and digest. */
export const eventKinds = [
  'application',
  'changes',
  'deletion',
  'job',
  'payment',
  'bounce',
  'failure',
] as const
export type EventKind = (typeof eventKinds)[number]

export const eventLabels: Record<EventKind, { label: string; hint: string }> = {
  application: {
    label: 'New application',
    hint: 'Someone has applied for membership.',
  },
  changes: {
    label: 'Changes from an applicant',
    hint: 'An applicant has sent the changes you requested.',
  },
  deletion: {
    label: 'Unconfirmed application',
    hint: 'An application will be deleted in a week, because its email address was never confirmed.',
  },
  job: {
    label: 'Job to review',
    hint: 'A member has posted a job, or edited one that was approved.',
  },
  payment: {
    label: 'Reported payment',
    hint: 'A member has reported a payment of their dues.',
  },
  bounce: {
    label: 'Undelivered email',
    hint: 'The mail server refused an email from the portal.',
  },
  failure: {
    label: 'Failed backup or cleanup',
    hint: 'A backup or the daily cleanup did not finish.',
  },
}

/** What an administrator gets by default. */
export const defaultDeliveries: Record<EventKind, Delivery> = {
  application: 'immediate',
  changes: 'immediate',
  deletion: 'digest',
  job: 'digest',
  payment: 'immediate',
  bounce: 'immediate',
  failure: 'immediate',
}

/** PUT /api/admin/notifications: one choice of the caller. */
export const notificationChoice = z.object({
  kind: z.enum(eventKinds, 'Please choose a kind from the list'),
  delivery: z.enum(deliveries, 'Please choose at once, daily digest or off'),
})

/** Texts of the page of a notice, with and without script. */
export const itemLabels = { dues: 'Membership dues', 'joining fee': 'Joining fee' } as const

export const reportStates = {
  open: 'Reported, not confirmed yet',
  confirmed: 'Confirmed',
  rejected: 'Not found',
} as const

/** The steps of the first day, in the order of the checklist. */
export const steps = [
  'name',
  'association',
  'logo',
  'dues',
  'members',
  'invitations',
  'administrator',
] as const
export type Step = (typeof steps)[number]

/** What the checklist reads to tick itself off. */
export interface PortalState {
  /** The caller's name. */
  callerName: string
  /** True when the association's name is not the one of the sample. */
  isAssociationNamed: boolean
  logo: string
  /** Dues of the year, or in the settings. */
  hasDues: boolean
  bankAccount: string
  upiId: string
  members: number
  /** True without a mail server: invitations are not delivered. */
  writesMailsToFiles: boolean
  /** Active members with an email who have never signed in, and got neither an invitation nor the welcome mail. */
  uninvited: number
  admins: number
}

/** Which steps are done. */
export const stepsDone = (state: PortalState): Record<Step, boolean> => ({
  name: state.callerName.trim() !== '',
  association: state.isAssociationNamed,
  logo: state.logo !== '',
  dues: state.hasDues && (state.bankAccount !== '' || state.upiId !== ''),
  members: state.members > 0,
  invitations: state.members > 0 && state.uninvited === 0 && !state.writesMailsToFiles,
  administrator: state.admins > 1,
})

import type { Paise } from '#shared/rupees.ts'

/** The member that a dialog about dues is for. */
export interface DuesMember {
  id: string
  /** 'Teak & Co, OEM2024001'. */
  label: string
  /** Empty for none. */
  email: string
  /** Includes dues that are raised ahead, and dues of the year that are not raised yet. */
  payable_paise: Paise
  /** The part of it that was raised; only that part can be waived. */
  open_paise: Paise
}

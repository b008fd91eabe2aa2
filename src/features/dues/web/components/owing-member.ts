/** The member that a dialog about dues is for. */
export interface OwingMember {
  id: string
  /** 'Teak & Co, OEM2024001'. */
  label: string
  /** Empty for none. */
  email: string
  owed_paise: number
}

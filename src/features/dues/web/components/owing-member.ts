/** The member that a dialog about dues is for. */
export interface OwingMember {
  id: string
  /** 'Teak & Co, OEM2024001'. */
  label: string
  /** Empty for none. */
  email: string
  /** Also dues that are raised ahead, and those of the year that are not raised yet. */
  owed_paise: number
  /** Of it, what was raised: only that can be waived. */
  open_paise: number
}

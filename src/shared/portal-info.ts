/** Facts that the environment determines at the start; settings do not change them. */
export interface StartInfo {
  /** True for the sample association; the screens show a banner. */
  sample: boolean
  /** True without a mail server: mails are written to files on the server and not delivered. */
  writes_mails_to_files: boolean
  /** True when PUBLIC_URL is of this computer: links in mails open nowhere else. */
  links_are_local: boolean
}

/** Public facts about the portal, embedded in the page so that the browser needs no request. */
export interface PortalInfo extends StartInfo {
  product_name: string
  association_name: string
  association_short_name: string
  association_website: string
  /** `/uploads/…` of the association's logo, readable by everybody; empty for the portal's own. */
  association_logo: string
}

/** The name of an association that has none in the environment or the settings. */
export const defaultAssociationName = 'Furniture & Panel Manufacturers Association'

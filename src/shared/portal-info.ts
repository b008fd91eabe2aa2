/** Public facts about the portal, embedded in the page so that the browser needs no request. */
export interface PortalInfo {
  product_name: string
  association_name: string
  association_short_name: string
  association_website: string
  /** `/uploads/…` of the association's logo, readable by everybody; empty for the portal's own. */
  association_logo: string
  /** True for the sample association; the screens show a banner. */
  sample: boolean
}

/** The name of an association that has none in the environment or the settings. */
export const defaultAssociationName = 'Furniture & Panel Manufacturers Association'

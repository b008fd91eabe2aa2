/** What everybody may know of the portal: it stands in the page itself, so no call is needed. */
export interface PortalInfo {
  product_name: string
  association_name: string
  association_short_name: string
  association_website: string
  /** `/uploads/…` of the association's own logo, open to everybody; empty: the portal's. */
  association_logo: string
  /** True on the sample association: a slim banner says so. */
  sample: boolean
}

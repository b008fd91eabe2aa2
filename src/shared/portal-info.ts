/** What everybody may know of the portal: it stands in the page itself, so no call is needed. */
export interface PortalInfo {
  product_name: string
  association_name: string
  association_short_name: string
  association_website: string
  /** True on the sample association: a slim banner says so. */
  sample: boolean
}

import { defaultTemplate } from '#features/certificates/template.ts'
import type { Settings } from '#features/settings/answers.ts'
import { emptyDetails } from '#shared/association-details.ts'

/** The settings of a new association. */
export const newSettings: Settings = {
  product_name: 'Panel',
  association_name: 'Panel Makers Association',
  association_short_name: 'PMA',
  association_website: 'https://panel.example',
  association_logo: '',
  ...emptyDetails,
  ...defaultTemplate,
  dues_oem: '',
  dues_vendor: '',
  require_second_factor: '',
  mails: [],
}

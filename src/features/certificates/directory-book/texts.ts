/** The texts of the printed directory. */
import type { DocumentLanguage } from '#shared/association-details.ts'
import type { MemberRole } from '#shared/roles.ts'

interface Texts {
  title: string
  sections: Record<MemberRole, string>
  companies: string
  materials: string
  /** `day` is dd/mm/yyyy. */
  asOf: (day: string) => string
  number: string
  phone: string
  email: string
  website: string
  partner: string
  address: string
  factory: string
  social: string
  products: string
  supplies: string
  empty: string
}

export const directoryTexts: Record<DocumentLanguage, Texts> = {
  en: {
    title: 'Members directory',
    sections: { oem: 'OEM members', vendor: 'Vendors' },
    companies: 'Index of companies',
    materials: 'Vendors by material',
    asOf: (day) => `As of ${day}`,
    number: 'Membership No.',
    phone: 'Mobile',
    email: 'Email',
    website: 'Website',
    partner: 'Business partner',
    address: 'Address',
    factory: 'Factory',
    social: 'Social media',
    products: 'Products',
    supplies: 'Supplies',
    empty: 'The directory has no members.',
  },
  hi: {
    title: 'सदस्य निर्देशिका',
    sections: { oem: 'ओईएम सदस्य', vendor: 'वेंडर' },
    companies: 'कंपनियों की सूची',
    materials: 'सामग्री के अनुसार वेंडर',
    asOf: (day) => `${day} तक`,
    number: 'सदस्यता क्रमांक',
    phone: 'मोबाइल',
    email: 'ईमेल',
    website: 'वेबसाइट',
    partner: 'व्यापार साझेदार',
    address: 'पता',
    factory: 'फ़ैक्टरी',
    social: 'सोशल मीडिया',
    products: 'उत्पाद',
    supplies: 'सामग्री',
    empty: 'निर्देशिका में कोई सदस्य नहीं है।',
  },
}

/** The columns of spreadsheets about members, their labels and the headings an import recognises. */

/** The columns of the import template, in order (contract 3.10). */
export const templateColumns = [
  'name',
  'email',
  'company_name',
  'whatsapp_number',
  'website_url',
  'factory_address',
  'certificate_postal_address',
  'business_partner',
  'services_products',
  'company_description',
  'address',
  'payment_amount',
  'payment_mode',
  'payment_reference',
  'remarks',
] as const

/** The columns of the export (contract 3.12): an import reads all of them back. */
export const exportColumns = [
  'membership_number',
  'role',
  ...templateColumns,
  'created_at',
  'payment_date',
  'membership_valid_from',
  'membership_valid_to',
  'materials',
  'materials_other',
  'social_links',
  'is_visible',
  'is_active',
] as const
export type Column = (typeof exportColumns)[number]

export const columnLabels: Record<string, string> = {
  membership_number: 'Membership No',
  role: 'Member type',
  name: 'Name',
  email: 'Email',
  company_name: 'Company Name',
  whatsapp_number: 'Mobile No.',
  website_url: 'Website',
  factory_address: 'Factory Address',
  certificate_postal_address: 'Certificate Postal Address',
  business_partner: 'Business Partner',
  services_products: 'Services and products',
  company_description: 'Company description',
  address: 'Address',
  payment_amount: 'Amount (Rs.)',
  payment_mode: 'Mode',
  payment_reference: 'Reference No.',
  remarks: 'Remarks',
  created_at: 'Date of Joining',
  payment_date: 'Paid Date',
  membership_valid_from: 'Valid from',
  membership_valid_to: 'Valid to',
  materials: 'Materials',
  materials_other: 'Other materials',
  social_links: 'Social links',
  is_visible: 'Visible',
  is_active: 'Active',
} satisfies Record<Column, string>

/** Other headings for a column, beside its own name; separated by ', '. */
const aliases: Record<Column, string> = {
  membership_number: 'Membership No, Membership Number, Member No, M No, सदस्यता संख्या, सदस्य संख्या',
  role: 'Type, Member Type, Category, प्रकार',
  name: 'Member Name, Full Name, Contact Person, Person, नाम, सदस्य का नाम',
  email: 'E-mail, Email Address, Email Id, Mail, ईमेल, ई-मेल',
  company_name:
    'Company, Firm, Firm Name, Name of Firm, Business Name, फर्म का नाम, कंपनी, कंपनी का नाम, फर्म',
  whatsapp_number:
    'Mobile, Mobile No, Mobile Number, Phone, Phone No, Phone Number, WhatsApp, WhatsApp No, Contact No, मोबाइल, मोबाइल नंबर, मोबाइल नं, फोन, फोन नंबर, व्हाट्सएप',
  website_url: 'Website, Web, URL, वेबसाइट',
  factory_address: 'Factory, Works Address, फैक्ट्री का पता, कारखाने का पता',
  certificate_postal_address: 'Certificate Address, Certificate Postal, Postal Address, डाक पता',
  business_partner: 'Partner, Partner Name, भागीदार, साझेदार',
  services_products: 'Products, Services, Products and Services, उत्पाद',
  company_description: 'Description, About, विवरण',
  address: 'Office Address, पता',
  payment_amount: 'Amount, Amount (Rs.), Amount Rs, Fees, Dues, Last Paid (Rs.), राशि',
  payment_mode: 'Mode, Mode (Bank/Cash/Cheque/GPay), Mode of Payment, भुगतान का तरीका, भुगतान माध्यम',
  payment_reference: 'Reference No, Reference, Payment Ref, Ref No, UTR, UTR No, संदर्भ संख्या',
  remarks: 'Remark, Notes, Note, टिप्पणी',
  created_at: 'Date of Joining, Joined, Joining Date, DOJ, शामिल होने की तिथि, सदस्यता तिथि',
  payment_date: 'Paid Date, Paid On, Date of Payment, भुगतान की तिथि, भुगतान तिथि, भुगतान दिनांक',
  membership_valid_from: 'Valid From',
  membership_valid_to: 'Valid To, Valid Till, Valid Until, Validity',
  materials: 'additional_info_materials_products, Material, सामग्री',
  materials_other: 'Other Materials',
  social_links: 'Social, Social Media, Social Media Links',
  is_visible: 'Visible, Visible (Yes/No)',
  is_active: 'Active, Active (Yes/No)',
}

/** The comparison form of a heading or of a word in a cell: letters and digits in lower case. */
export const normaliseHeading = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

const columnByHeading = new Map(
  exportColumns.flatMap((column) =>
    [column, ...aliases[column].split(', ')].map(
      (name) => [normaliseHeading(name), column] as const,
    ),
  ),
)

const ignoredHeadings = new Set(
  ['sno', 'srno', 'slno', 'serialno', 'no', 'क्रसं', 'क्रमांक'].map(normaliseHeading),
)

/** The column that a heading means; 'ignored' for serial numbers, undefined for an unknown one. */
export function columnOf(heading: string): Column | 'ignored' | undefined {
  const normalised = normaliseHeading(heading)
  return ignoredHeadings.has(normalised) ? 'ignored' : columnByHeading.get(normalised)
}

/** Names of a member's fields inside sentences: refusals of an edit and the history. */
export const fieldLabels: Record<string, string> = {
  name: 'the name',
  email: 'the e-mail address',
  company_name: 'the company name',
  whatsapp_number: 'the mobile number',
  website_url: 'the website',
  membership_number: 'the membership number',
  business_partner: 'the business partner',
  company_description: 'the company description',
  services_products: 'the services and products',
  address: 'the address',
  factory_address: 'the factory address',
  certificate_postal_address: 'the certificate postal address',
  materials: 'the materials',
  materials_other: 'the other materials',
  city: 'the city',
  show_phone: 'who sees the phone number',
  show_email: 'who sees the e-mail address',
  show_address: 'who sees the address',
  social_links: 'the social links',
  remarks: 'the remarks',
  photo_url: 'the photo',
  logo_url: 'the logo',
  role: 'the role',
  is_active: 'whether they are active',
  is_visible: 'the visibility',
  payment_amount: 'the payment',
}

/** The rest of a payment; the history names these, a refused edit says 'the payment' once. */
export const paymentFieldLabels: Record<string, string> = {
  payment_mode: 'the payment mode',
  payment_reference: 'the payment reference',
  payment_date: 'the paid date',
  membership_valid_from: 'the first day of the membership',
  membership_valid_to: 'the last day of the membership',
}

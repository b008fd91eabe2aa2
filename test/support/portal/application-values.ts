import { emptyValues, type FormValues } from '#features/applications/web/apply/fields.ts'

/** All required fields of the OEM form and some optional ones, without files. */
export const oemFormValues: FormValues = {
  ...emptyValues,
  name: 'Asha Patil',
  companyName: 'Teak Works',
  ageSex: '44 / F',
  designation: 'Partner',
  email: 'asha@teak.example',
  whatsappNumber: '+91 98765 43210',
  yearOfIncorporation: '1998',
  totalEmployees: '6',
  address: 'Plot 14, Bhosari, Pune',
  factoryAddress: 'Plot 15, Bhosari, Pune',
  certificatePostalAddress: 'Post Box 7, Bhosari, Pune',
  companyDescription: 'Makes furniture',
  servicesProducts: 'Wardrobes and doors',
  referenceBy: 'Ravi Kumar',
  consent: true,
}

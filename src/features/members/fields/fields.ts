/**
 * The fields of a member: what each is called, who reads it, and who writes it under which rules.
 * Everything that names a member's fields derives from this table: the forms' schemas (contract.ts),
 * the answers (answers.ts), the columns of `person` (server/queries.ts), history and spreadsheets.
 * layouts.ts says where the screens show them; docs/recipes/add-a-member-field.md explains how to add one.
 */

import { z } from 'zod'
import {
  email,
  multiLine,
  optional,
  required,
  singleLine,
  webAddress,
  website,
  whatsAppNumber,
} from '#shared/fields.ts'
import { keysOf } from '#shared/records.ts'
import { memberRoles } from '#shared/roles.ts'
import { gstin } from '../gstin.ts'
import { numberKey } from '../membership-number.ts'
import { moneyColumns } from './arrears-fields.ts'
import {
  emptyForNull,
  type Field,
  logoMessage,
  optionalChoiceIn,
  optionalIn,
  roleMessage,
  selectedMaterials,
  visibilityFlag,
  visibleMessage,
} from './field-rules.ts'
import { shownFields } from './shown-fields.ts'

/** The number as typed; '' when it has no visible character. */
const memberNumber = singleLine(30).transform((typed) => (numberKey(typed) === '' ? '' : typed))

const fullName = required(singleLine(), 'Name must be at least 2 characters', 2)
/** A member may have no email; add and apply require one. */
const emailOrNone = z
  .union([z.literal(''), email('Invalid email address')], 'Invalid email address')
  .optional()
const validWebsite = webAddress('Must be a valid URL')

/** In the order of the forms: the first invalid one is the refusal (contract 5). */
export const fields = {
  name: {
    ...shownFields.name,
    empty: '',
    inSentence: 'the name',
    readBy: 'members',
    write: {
      add: fullName,
      edit: fullName,
      profile: fullName,
      memberData: emptyForNull(singleLine()),
    },
    headings: 'Member Name, Full Name, Contact Person, Person, नाम, सदस्य का नाम',
    applicationField: 'name',
    input: { autoComplete: 'name', autoCapitalize: 'words' },
  },
  email: {
    ...shownFields.email,
    empty: '',
    inSentence: 'the email',
    readBy: 'members',
    shownBy: 'show_email',
    write: {
      add: email('Invalid email address'),
      edit: emailOrNone,
      memberData: emailOrNone,
    },
    headings: 'E-mail, Email Address, Email Id, Mail, ईमेल, ई-मेल',
    applicationField: 'email',
  },
  role: {
    ...shownFields.role,
    empty: null,
    inSentence: 'the role',
    readBy: 'members',
    write: { add: z.enum(memberRoles, roleMessage) },
    headings: 'Type, Member Type, Category, प्रकार',
  },
  company_name: {
    ...shownFields.company_name,
    empty: '',
    inSentence: 'the company name',
    readBy: 'members',
    write: {
      add: required(singleLine(), 'Company name is required', 2),
      edit: required(singleLine(), 'Company name is required', 1),
      ...optionalIn(singleLine(), 'profile', 'memberData'),
    },
    headings:
      'Company, Firm, Firm Name, Name of Firm, Business Name, फर्म का नाम, कंपनी, कंपनी का नाम, फर्म',
    applicationField: 'companyName',
    input: { autoComplete: 'organization', autoCapitalize: 'words' },
  },
  whatsapp_number: {
    ...shownFields.whatsapp_number,
    empty: '',
    inSentence: 'the mobile number',
    readBy: 'members',
    shownBy: 'show_phone',
    write: {
      add: whatsAppNumber,
      edit: whatsAppNumber,
      profile: emptyForNull(singleLine(30)),
      memberData: emptyForNull(singleLine()),
    },
    headings:
      'Mobile, Mobile No, Mobile Number, Phone, Phone No, Phone Number, WhatsApp, WhatsApp No, Contact No, मोबाइल, मोबाइल नंबर, मोबाइल नं, फोन, फोन नंबर, व्हाट्सएप',
    applicationField: 'whatsappNumber',
    input: { autoComplete: 'tel' },
  },
  website_url: {
    ...shownFields.website_url,
    empty: '',
    inSentence: 'the website',
    readBy: 'members',
    write: {
      add: optional(validWebsite),
      edit: emptyForNull(validWebsite),
      profile: emptyForNull(validWebsite),
      memberData: emptyForNull(website()),
    },
    headings: 'Web, URL, वेबसाइट',
    applicationField: 'websiteUrl',
  },
  membership_number: {
    ...shownFields.membership_number,
    empty: null,
    inSentence: 'the membership number',
    readBy: 'members',
    write: { add: optional(memberNumber), edit: memberNumber.nullish() },
    headings: 'Membership Number, Member No, M No, सदस्यता संख्या, सदस्य संख्या',
    input: { autoCapitalize: 'characters', spellCheck: false },
    hints: {
      add: 'Leave blank to assign the next number, e.g. OEM2024001.',
      edit: 'Leave blank to keep the current number.',
    },
  },
  business_partner: {
    ...shownFields.business_partner,
    empty: '',
    inSentence: 'the business partner',
    readBy: 'members',
    write: optionalIn(singleLine(), 'add', 'edit', 'profile', 'memberData'),
    headings: 'Partner, Partner Name, भागीदार, साझेदार',
  },
  gstin: {
    ...shownFields.gstin,
    empty: '',
    inSentence: 'the GSTIN',
    readBy: 'owner',
    write: optionalIn(gstin, 'add', 'edit', 'profile'),
    roles: memberRoles,
    headings: 'GST No, GST IN, GST Number',
    input: { autoCapitalize: 'characters', spellCheck: false },
    optional: true,
  },
  company_description: {
    ...shownFields.company_description,
    empty: '',
    inSentence: 'the company description',
    readBy: 'members',
    write: optionalIn(multiLine(), 'add', 'edit', 'profile'),
    headings: 'Description, About, विवरण',
    applicationField: 'companyDescription',
  },
  services_products: {
    ...shownFields.services_products,
    empty: '',
    inSentence: 'the services and products',
    readBy: 'members',
    write: optionalIn(multiLine(), 'add', 'edit', 'profile'),
    headings: 'Products, Services, Products and Services, उत्पाद',
    applicationField: 'servicesProducts',
  },
  address: {
    ...shownFields.address,
    empty: '',
    inSentence: 'the address',
    readBy: 'members',
    shownBy: 'show_address',
    write: optionalIn(multiLine(), 'add', 'edit', 'profile'),
    headings: 'Office Address, पता',
    applicationField: 'address',
  },
  factory_address: {
    ...shownFields.factory_address,
    empty: '',
    inSentence: 'the factory address',
    readBy: 'members',
    shownBy: 'show_address',
    write: optionalIn(multiLine(), 'add', 'edit', 'profile', 'memberData'),
    headings: 'Factory, Works Address, फैक्ट्री का पता, कारखाने का पता',
    applicationField: 'factoryAddress',
  },
  certificate_postal_address: {
    ...shownFields.certificate_postal_address,
    empty: '',
    inSentence: 'the certificate postal address',
    readBy: 'owner',
    write: optionalIn(multiLine(), 'add', 'edit', 'profile', 'memberData'),
    headings: 'Certificate Address, Certificate Postal, Postal Address, डाक पता',
    applicationField: 'certificatePostalAddress',
    hints: { profile: 'Where the association posts documents. Other members never see it.' },
  },
  document_language: {
    ...shownFields.document_language,
    empty: '',
    inSentence: 'the language of documents',
    readBy: 'owner',
    write: optionalChoiceIn(
      shownFields.document_language.choices,
      "Please choose the association's default, English or Hindi",
      'edit',
      'profile',
    ),
    roles: memberRoles,
    hints: { profile: 'Your receipts, dues notices, certificate and card are printed in it.' },
  },
  /** Other members read `shown_city`: this city, else the one of an address that is shown (contract 12.3). */
  city: {
    ...shownFields.city,
    empty: '',
    inSentence: 'the city',
    readBy: 'owner',
    write: optionalIn(singleLine(60), 'profile'),
    hints: { profile: 'Shown in the directory. Leave blank to use the city of your address.' },
    optional: true,
  },
  materials: {
    ...shownFields.materials,
    empty: '[]',
    wire: 'additional_info_materials_products',
    inSentence: 'the materials',
    readBy: 'members',
    write: {
      add: selectedMaterials.default([]),
      edit: selectedMaterials.optional(),
      profile: selectedMaterials.optional(),
    },
    roles: ['vendor'],
    headings: 'additional_info_materials_products, Material, सामग्री',
  },
  /** The text for the material 'other'. */
  materials_other: {
    ...shownFields.materials_other,
    empty: '',
    inSentence: 'the other materials',
    readBy: 'members',
    write: optionalIn(singleLine(), 'add', 'edit', 'profile'),
    roles: ['vendor'],
    headings: '',
    optional: true,
  },
  social_links: {
    ...shownFields.social_links,
    empty: '',
    inSentence: 'the social links',
    readBy: 'members',
    write: optionalIn(multiLine(), 'add', 'edit', 'profile'),
    headings: 'Social, Social Media, Social Media Links',
    applicationField: 'socialMediaLinks',
  },
  remarks: {
    ...shownFields.remarks,
    empty: '',
    inSentence: 'the remarks',
    readBy: 'admins',
    write: optionalIn(multiLine(), 'add', 'edit', 'memberData'),
    headings: 'Remark, Notes, Note, टिप्पणी',
    hints: { add: 'Only administrators see these.', edit: 'Only administrators see these.' },
  },
  photo_url: {
    ...shownFields.photo_url,
    empty: null,
    inSentence: 'the photo',
    readBy: 'members',
    applicationField: 'memberPhoto',
  },
  logo_url: {
    ...shownFields.logo_url,
    empty: null,
    inSentence: 'the logo',
    readBy: 'members',
    write: { profile: z.string().max(120, logoMessage).nullish() },
  },
  show_phone: {
    ...shownFields.show_phone,
    empty: true,
    inSentence: 'who sees the phone number',
    readBy: 'owner',
    write: { profile: visibilityFlag },
    roles: memberRoles,
  },
  show_email: {
    ...shownFields.show_email,
    empty: true,
    inSentence: 'who sees the email',
    readBy: 'owner',
    write: { profile: visibilityFlag },
    roles: memberRoles,
  },
  show_address: {
    ...shownFields.show_address,
    empty: true,
    inSentence: 'who sees the address',
    readBy: 'owner',
    write: { profile: visibilityFlag },
    roles: memberRoles,
  },
  is_visible: {
    ...shownFields.is_visible,
    empty: true,
    inSentence: 'the visibility',
    readBy: 'admins',
    write: { memberData: z.boolean(visibleMessage).optional() },
    headings: 'Visible (Yes/No)',
  },
  is_active: {
    ...shownFields.is_active,
    empty: true,
    inSentence: 'whether they are active',
    readBy: 'owner',
    headings: 'Active (Yes/No)',
  },
  created_at: {
    ...shownFields.created_at,
    empty: '',
    inSentence: 'the date of joining',
    readBy: 'members',
    headings: 'Joined, Joining Date, DOJ, शामिल होने की तिथि, सदस्यता तिथि',
  },
  /** The last invitation to sign in; null for none. */
  invited_at: {
    ...shownFields.invited_at,
    empty: null,
    inSentence: 'the invitation',
    readBy: 'admins',
  },
  last_sign_in_at: {
    ...shownFields.last_sign_in_at,
    empty: null,
    inSentence: 'the last sign-in',
    readBy: 'admins',
  },
} as const satisfies Record<string, Field>

export type Fields = typeof fields
export type FieldName = keyof Fields

export const fieldNames = keysOf(fields)

/** A field description without its literal types, for code that handles all fields in the same way. */
export const fieldOf = (name: FieldName): Field => fields[name]

/** The name of a field in JSON: its column, except for the materials. */
export type WireName<Name extends FieldName> = Fields[Name] extends {
  wire: infer Wire extends string
}
  ? Wire
  : Name

export const wireName = (name: FieldName): string => fieldOf(name).wire ?? name

/** The field description of a column, including payment columns and arrears; undefined for other columns. */
export const fieldOfColumn = (column: string): Field | undefined => fieldsByColumn.get(column)

const fieldsByColumn = new Map<string, Field>(Object.entries({ ...fields, ...moneyColumns }))

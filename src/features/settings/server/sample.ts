import type { Database } from '#platform/server/database/database.ts'
import { writeSetting } from './queries.ts'

/** The dues of the sample payments; address, tax numbers and bank account are fictitious. */
const settings = {
  association_address: 'Office 12, Timber Market\nBhavani Peth\nPune 411042, Maharashtra',
  association_pan: 'AAATF0000K',
  association_gstin: '27AAATF0000K1Z9',
  office_email: 'office@fpma.example',
  dues_oem: '10000',
  dues_vendor: '7500',
  bank_account_name: 'Furniture & Panel Manufacturers Association',
  bank_name: 'Example Bank, Pune Camp',
  bank_account_number: '000123456789',
  bank_ifsc: 'EXAM0000123',
  upi_id: 'fpma@examplebank',
  upi_payee_name: 'FPMA',
}

/** Writes the settings of the sample association into an empty table. */
export async function addSampleSettings(db: Database): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await writeSetting(db, name, value, undefined)
}

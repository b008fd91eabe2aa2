/** The states of India by their codes, which are the first two digits of a GSTIN. */

import type { DocumentLanguage } from '../association-details.ts'
import { keysOf } from '../records.ts'
import { pinCodeOf } from './pin-code.ts'

const names = {
  '01': ['Jammu and Kashmir', 'जम्मू और कश्मीर'],
  '02': ['Himachal Pradesh', 'हिमाचल प्रदेश'],
  '03': ['Punjab', 'पंजाब'],
  '04': ['Chandigarh', 'चंडीगढ़'],
  '05': ['Uttarakhand', 'उत्तराखंड'],
  '06': ['Haryana', 'हरियाणा'],
  '07': ['Delhi', 'दिल्ली'],
  '08': ['Rajasthan', 'राजस्थान'],
  '09': ['Uttar Pradesh', 'उत्तर प्रदेश'],
  '10': ['Bihar', 'बिहार'],
  '11': ['Sikkim', 'सिक्किम'],
  '12': ['Arunachal Pradesh', 'अरुणाचल प्रदेश'],
  '13': ['Nagaland', 'नागालैंड'],
  '14': ['Manipur', 'मणिपुर'],
  '15': ['Mizoram', 'मिज़ोरम'],
  '16': ['Tripura', 'त्रिपुरा'],
  '17': ['Meghalaya', 'मेघालय'],
  '18': ['Assam', 'असम'],
  '19': ['West Bengal', 'पश्चिम बंगाल'],
  '20': ['Jharkhand', 'झारखंड'],
  '21': ['Odisha', 'ओडिशा'],
  '22': ['Chhattisgarh', 'छत्तीसगढ़'],
  '23': ['Madhya Pradesh', 'मध्य प्रदेश'],
  '24': ['Gujarat', 'गुजरात'],
  '26': ['Dadra and Nagar Haveli and Daman and Diu', 'दादरा और नगर हवेली और दमन और दीव'],
  '27': ['Maharashtra', 'महाराष्ट्र'],
  '29': ['Karnataka', 'कर्नाटक'],
  '30': ['Goa', 'गोवा'],
  '31': ['Lakshadweep', 'लक्षद्वीप'],
  '32': ['Kerala', 'केरल'],
  '33': ['Tamil Nadu', 'तमिलनाडु'],
  '34': ['Puducherry', 'पुडुचेरी'],
  '35': ['Andaman and Nicobar Islands', 'अंडमान और निकोबार द्वीपसमूह'],
  '36': ['Telangana', 'तेलंगाना'],
  '37': ['Andhra Pradesh', 'आंध्र प्रदेश'],
  '38': ['Ladakh', 'लद्दाख'],
  '97': ['Other Territory', 'अन्य क्षेत्र'],
} as const satisfies Record<string, readonly [english: string, hindi: string]>

export type StateCode = keyof typeof names
export const stateCodes = keysOf(names)

export const isStateCode = (code: string): code is StateCode => Object.hasOwn(names, code)

export const stateName = (code: StateCode, language: DocumentLanguage = 'en'): string =>
  names[code][language === 'hi' ? 1 : 0]

/** Codes of states that have become parts of others. */
const replacedCodes: Record<string, StateCode> = { '25': '26', '28': '37' }

/**
 * Union territories without a legislature: their part of the tax is UTGST (UTGST Act 2017, section 2(8)). Delhi,
 * Puducherry, and Jammu and Kashmir have one, and SGST.
 */
const unionTerritories: readonly string[] = [
  '04',
  '26',
  '31',
  '35',
  '38',
  '97',
] satisfies StateCode[]

/** 'SGST' or 'UTGST': the half of the tax within a state that is not CGST. The code may be a replaced one. */
export const stateTaxName = (code: string): 'SGST' | 'UTGST' =>
  unionTerritories.includes(replacedCodes[code] ?? code) ? 'UTGST' : 'SGST'

/** The state of a GSTIN; undefined without one and for an unknown code. */
export function stateOfGstin(gstin: string): StateCode | undefined {
  const code = gstin.slice(0, 2)
  return isStateCode(code) ? code : replacedCodes[code]
}

/**
 * A member's state: that of the GSTIN, else of the first address with a PIN code that identifies one. undefined if
 * there is neither.
 */
export function stateOf(gstin: string, addresses: readonly string[]): StateCode | undefined {
  const state = stateOfGstin(gstin)
  if (state) return state
  for (const address of addresses) {
    const ofAddress = stateOfPinCode(pinCodeOf(address))
    if (ofAddress) return ofAddress
  }
  return undefined
}

/** The state of a PIN code; undefined where its first digits are not those of one state. */
export function stateOfPinCode(pinCode: string): StateCode | undefined {
  if (pinCode === '') return undefined
  for (const length of [6, 4, 3]) {
    const prefix = pinCode.slice(0, length)
    const state = byPrefix.get(prefix)
    if (state !== undefined) return isStateCode(state) ? state : undefined
  }
  return undefined
}

/** First digits of PIN codes, also as a range; '' where the district lies in two states. The longest counts. */
const prefixes: readonly [digits: string, code: StateCode | ''][] = [
  ['110', '07'],
  ['121-136', '06'],
  ['140-159', '03'],
  ['160', '04'],
  ['160055', '03'],
  ['160059', '03'],
  ['160062', '03'],
  ['160071', '03'],
  ['171-177', '02'],
  ['180-193', '01'],
  ['194', '38'],
  ['201-247', '09'],
  ['2447', '05'],
  ['2461-2465', '05'],
  ['2476', '05'],
  ['248-249', '05'],
  ['250-262', '09'],
  ['2623-2625', '05'],
  ['263', '05'],
  ['271-285', '09'],
  ['301-345', '08'],
  ['360-396', '24'],
  ['362520', '26'],
  ['362540', '26'],
  ['362570', '26'],
  ['396193', '26'],
  ['396210', '26'],
  ['396215', '26'],
  ['396220', '26'],
  ['396230', '26'],
  ['396235', '26'],
  ['396240', '26'],
  ['400-445', '27'],
  ['403', '30'],
  ['450-488', '23'],
  ['490-497', '22'],
  ['500-509', '36'],
  ['515-535', '37'],
  ['533464', '34'],
  ['560-591', '29'],
  ['600-643', '33'],
  ['6050', '34'],
  ['6051', ''],
  ['6096', '34'],
  ['670-695', '32'],
  ['673310', '34'],
  ['682551-682559', '31'],
  ['700-743', '19'],
  ['737', '11'],
  ['744', '35'],
  ['751-770', '21'],
  ['781-788', '18'],
  ['790-792', '12'],
  ['793-794', '17'],
  ['795', '14'],
  ['796', '15'],
  ['797-798', '13'],
  ['799', '16'],
  ['800-813', '10'],
  ['814-816', '20'],
  ['821', '10'],
  ['822', '20'],
  ['823-824', '10'],
  ['825-835', '20'],
  ['841-855', '10'],
]

const byPrefix = new Map(
  prefixes.flatMap(([digits, code]) => {
    const [from = '', to = from] = digits.split('-')
    return Array.from(
      { length: Number(to) - Number(from) + 1 },
      (_, index) => [String(Number(from) + index), code] as const,
    )
  }),
)

import { upiLink } from './upi.ts'

/** The reference of a test payment, by which the association finds it in its account. */
export const testReference = 'TEST1'

/** A payment of one rupee, by which a UPI ID is tried. */
export const testLink = (payeeAddress: string, payeeName: string, merchantCode = ''): string =>
  upiLink({
    payeeAddress,
    payeeName,
    amountPaise: 100,
    reference: testReference,
    note: 'Test payment',
    merchantCode,
  })

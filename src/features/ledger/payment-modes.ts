/** The values of the API; `paymentModeLabels` has the labels. */
export const paymentModes = ['Bank', 'Cash', 'Cheque', 'GPay'] as const
export type PaymentMode = (typeof paymentModes)[number]

export const paymentModeLabels: Record<PaymentMode, string> = {
  Bank: 'Bank Transfer',
  Cash: 'Cash',
  Cheque: 'Cheque',
  GPay: 'GPay/UPI',
}

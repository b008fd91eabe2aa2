/** The light margin around a QR code that its standard requires, in modules. */
export const quietZone = 4

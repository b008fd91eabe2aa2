/**
 * PDFs with a password (01011990, a date of birth as in e-PAN files), in all kinds of PDF encryption. Created by
 * `qpdf --object-streams=disable|generate --allow-weak-crypto --encrypt 01011990 owner 40|128|256 -- plain.pdf OUT`;
 * owner-password.pdf opens without a password, but may not be printed (`--print=none`).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'encrypted-pdfs')

export const encryptedPdfs = (): { name: string; bytes: Buffer }[] =>
  readdirSync(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))

/** The message and code of the refusal. */
export const encryptedRefusal = {
  message:
    'This PDF is protected with a password. Open it, choose Print, save it as a PDF and send that file, or send a photo of it.',
  code: 'pdf-encrypted',
}

/** The email that a dialog is about to send, for the first recipient. */
export const MailText = ({ mail }: { mail: { subject: string; text: string } }) => (
  <section className="grid gap-2">
    <h3 className="font-semibold">The email</h3>
    <div className="grid gap-2 rounded-md border border-line bg-page p-4 wrap-anywhere">
      <p className="font-semibold">{mail.subject}</p>
      <p className="whitespace-pre-line">{mail.text}</p>
    </div>
  </section>
)

/** Shows a text of an administrator with its line breaks. */
export function ReviewerNote({ text }: { text: string }) {
  return (
    <blockquote className="border-l-2 border-accent py-1 pl-4 font-medium whitespace-pre-line wrap-anywhere">
      {text}
    </blockquote>
  )
}

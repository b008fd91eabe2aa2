/** What an administrator wrote, as it was written. */
export function ReviewerNote({ words }: { words: string }) {
  return (
    <blockquote className="border-l-4 border-oak py-1 pl-4 font-medium whitespace-pre-line wrap-anywhere">
      {words}
    </blockquote>
  )
}

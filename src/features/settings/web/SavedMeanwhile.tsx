/** The value that another administrator has saved for a field that was edited in this form. */
export function SavedMeanwhile({ children }: { children: string | false }) {
  if (!children) return null
  return <p className="text-xs font-medium wrap-anywhere text-warning-text">{children}</p>
}

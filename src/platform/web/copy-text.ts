/** Copies a text; false when the browser did not allow it. Pages without HTTPS have no `navigator.clipboard`. */
export async function copyText(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copySelection(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}

/** Inside the open dialog, because nothing outside of it can be selected. */
function copySelection(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'sr-only'
  const parent = focused?.closest('dialog') ?? document.body
  parent.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}

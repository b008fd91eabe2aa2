export const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Whether this letter is pressed with Ctrl, or with Cmd on a Mac, and with no other modifier. */
export const isShortcut = (
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
  letter: string,
): boolean => key.toLowerCase() === letter && (isMac ? metaKey : ctrlKey) && !altKey && !shiftKey

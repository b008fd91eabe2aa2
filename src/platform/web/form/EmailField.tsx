import { type ChangeEvent, type ComponentProps, type FocusEvent, useState } from 'react'
import { TextField } from './TextField.tsx'

interface Typed {
  input: HTMLInputElement
  value: string
  isLeft: boolean
}

/** An email address; asks about one that was probably mistyped, like 'raju@gmial.com'. */
export function EmailField({
  onChange,
  onBlur,
  onFocus,
  hint,
  ...props
}: Omit<ComponentProps<typeof TextField>, 'type'>) {
  const [typed, setTyped] = useState<Typed>()
  const [suggestEmail, setSuggestEmail] = useState<(typed: string) => string | undefined>()
  const suggested = typed && suggestEmail?.(typed.value)
  // While typing, 'raju@gmail.co' may be incomplete.
  const showsSuggestion =
    suggested !== undefined && (typed?.isLeft || !suggested.startsWith(typed?.value ?? ''))
  const note = (event: ChangeEvent<HTMLInputElement> | FocusEvent<HTMLInputElement>) =>
    setTyped({
      input: event.currentTarget,
      value: event.currentTarget.value,
      isLeft: event.type !== 'change',
    })
  const accept = () => {
    if (!typed || suggested === undefined) return
    const { input } = typed
    input.value = suggested
    onChange?.({
      target: input,
      currentTarget: input,
      type: 'change',
    } as ChangeEvent<HTMLInputElement>)
    setTyped(undefined)
    input.focus()
  }
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      autoComplete="email"
      {...props}
      type="email"
      hint={
        showsSuggestion ? (
          <button
            type="button"
            onClick={accept}
            className="rounded-sm text-left font-medium text-accent-text underline underline-offset-2 wrap-anywhere hover:no-underline touch:-my-2 touch:min-h-11"
          >
            Did you mean {suggested}?
          </button>
        ) : (
          hint
        )
      }
      onFocus={(event) => {
        note(event)
        onFocus?.(event)
        if (suggestEmail) return
        void import('#shared/values/mistyped-email.ts').then(
          (loaded) => setSuggestEmail(() => loaded.suggestEmail),
          // Without the module, no address is suggested.
          () => {},
        )
      }}
      onChange={(event) => {
        note(event)
        onChange?.(event)
      }}
      onBlur={(event) => {
        note(event)
        onBlur?.(event)
      }}
    />
  )
}

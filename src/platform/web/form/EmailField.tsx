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
  const [meantEmail, setMeantEmail] = useState<(typed: string) => string | undefined>()
  const meant = typed && meantEmail?.(typed.value)
  // 'raju@gmail.co' may be on its way to 'raju@gmail.com'.
  const isAsked = meant !== undefined && (typed?.isLeft || !meant.startsWith(typed?.value ?? ''))
  const note = (event: ChangeEvent<HTMLInputElement> | FocusEvent<HTMLInputElement>) =>
    setTyped({
      input: event.currentTarget,
      value: event.currentTarget.value,
      isLeft: event.type === 'blur',
    })
  const accept = () => {
    if (!typed || meant === undefined) return
    const { input } = typed
    input.value = meant
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
        isAsked ? (
          <button
            type="button"
            onClick={accept}
            className="rounded-sm text-left font-medium text-accent-text underline underline-offset-2 wrap-anywhere hover:no-underline touch:-my-2 touch:min-h-11"
          >
            Did you mean {meant}?
          </button>
        ) : (
          hint
        )
      }
      onFocus={(event) => {
        onFocus?.(event)
        if (meantEmail) return
        void import('#shared/values/mistyped-email.ts').then(
          (loaded) => setMeantEmail(() => loaded.meantEmail),
          // Without it nothing is asked.
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

import { Field } from '#platform/web/form/Field.tsx'
import type { TextFieldProps } from '#platform/web/form/TextField.tsx'

/** A colour: a small swatch, which opens the browser's own choice, and its value beside it. */
export const ColourField = ({ colour, ...props }: TextFieldProps & { colour: string }) => (
  <Field {...props}>
    {(control) => (
      <span className="flex items-center gap-3">
        <input
          {...control}
          type="color"
          className="block size-9 shrink-0 cursor-pointer rounded-md border border-edge bg-surface p-1 touch:size-11 [&::-moz-color-swatch]:rounded-sm [&::-moz-color-swatch]:border-0 [&::-webkit-color-swatch]:rounded-sm [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
        />
        <span className="text-sm text-ink-soft uppercase tabular-nums">{colour}</span>
      </span>
    )}
  </Field>
)
